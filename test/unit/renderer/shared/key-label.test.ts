import { afterEach, describe, expect, it } from 'vitest';
import { getKeyLabel } from '#renderer/shared/key-label.ts';
import { switchPageToLocale, translate } from '#renderer/text/text.ts';

afterEach(async () => switchPageToLocale('en-GB'));

describe('the label of a key', () => {
  const label = (key: string, isMac = false): string => getKeyLabel(key, isMac, translate);

  it('has the names that keyboards of the language have', async () => {
    expect(['Ctrl+K', 'Shift+F6', 'Escape'].map((key) => label(key))).toEqual([
      'Ctrl+K',
      'Shift+F6',
      'Escape',
    ]);
    await switchPageToLocale('de');
    expect(['Ctrl+K', 'Shift+F6', 'Ctrl+Enter', 'Shift+Delete', 'PageUp'].map((key) => label(key))).toEqual([
      'Strg+K',
      'Umschalt+F6',
      'Strg+Eingabe',
      'Umschalt+Entf',
      'Bild auf',
    ]);
    await switchPageToLocale('ar');
    expect(label('Ctrl+K')).toBe('Ctrl+K');
  });

  it('is a sign for arrows, and on a Mac for modifiers', async () => {
    await switchPageToLocale('de');
    expect(label('Alt+ArrowLeft')).toBe('Alt+←');
    expect(label('Ctrl+Shift+K', true)).toBe('⌘⇧K');
  });

  it('is the key itself where it is a character, also one that a name begins with', () => {
    expect([label('J'), label('?'), label('F5'), label('Ctrl++')]).toEqual(['J', '?', 'F5', 'Ctrl++']);
  });
});
