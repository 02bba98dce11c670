import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const appOn = (platform: string) => ({
  'app.info': () =>
    Promise.resolve(
      ok({ version: '0.1.0', host: 'electron' as const, platform, packaged: true, baseUrlHint: null }),
    ),
});

describe('the list of shortcuts', () => {
  it('names the keys of a Mac on a Mac', async () => {
    showApp({}, appOn('darwin'));
    await screen.findByRole('navigation');
    fireEvent.keyDown(document.body, { key: '?' });
    await screen.findByText('⌘1');
    expect(screen.queryByText(/^Ctrl/)).toBeNull();
  });

  it('contains the keys of the editors', async () => {
    showApp();
    await screen.findByRole('navigation');
    fireEvent.keyDown(document.body, { key: '?' });
    await screen.findByText('Ctrl+S');
    expect(screen.getByText('Ctrl+Enter')).toBeDefined();
  });
});
