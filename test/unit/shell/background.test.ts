import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { getWindowBackgroundColor } from '#main/shell/window.ts';
import { fakeTheme, resetElectron } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

/** The colours of the page: light and dark, first as usual, then in high contrast. */
const [USUAL, CONTRAST] = [
  ...readFileSync('renderer/ui/tokens.css', 'utf8').matchAll(/--surface-app: light-dark\((#\w+), (#\w+)\)/g),
].map(([, light, dark]) => ({ light, dark }));

it.each([
  ['light', true, USUAL?.light],
  ['dark', false, USUAL?.dark],
  ['system', false, USUAL?.light],
  ['system', true, USUAL?.dark],
  ['contrast', false, CONTRAST?.light],
  ['contrast', true, CONTRAST?.dark],
] as const)(
  'a window in the theme %s (system dark: %s) begins in the colour of its page',
  (theme, isDark, colour) => {
    fakeTheme.isDark = isDark;
    expect(colour).toMatch(/^#/);
    expect(getWindowBackgroundColor(theme)).toBe(colour);
  },
);
