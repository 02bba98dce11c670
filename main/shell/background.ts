import { nativeTheme } from 'electron';
import type { Settings } from '#contract/settings.ts';

/** The colours of the page behind everything (`--surface-app` in `renderer/ui/tokens.css`), light and dark. */
const USUAL = ['#f6f6f3', '#111315'] as const;
const CONTRAST = ['#ffffff', '#000000'] as const;

/** Returns the colour of a window whose page has not been drawn yet, so that it does not flash. */
export function getWindowBackgroundColor(theme: Settings['theme']): string {
  const [light, dark] = theme === 'contrast' ? CONTRAST : USUAL;
  const isDark = theme === 'dark' || (theme !== 'light' && nativeTheme.shouldUseDarkColors);
  return isDark ? dark : light;
}
