import { describe, expect, it } from 'vitest';
import { listTimeZoneChoices } from '#renderer/features/settings/SettingsScreen.tsx';

describe('the list of time zones', () => {
  it('starts with the system’s, and contains each zone once', () => {
    const ids = listTimeZoneChoices('System').map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual(['system', 'UTC']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('Europe/Berlin');
  });
});
