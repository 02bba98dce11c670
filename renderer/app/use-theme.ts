import { useEffect } from 'react';
import type { Settings } from '#contract/settings.ts';

/** Puts the chosen theme on the page. What follows the system keeps following it. */
export function useTheme(theme: Settings['theme']): void {
  useEffect(() => {
    const page = document.documentElement;
    const wish = window.matchMedia('(prefers-contrast: more)');
    const apply = (): void => {
      const isContrast = theme === 'contrast' || (theme === 'system' && wish.matches);
      page.toggleAttribute('data-theme', false);
      if (theme === 'light' || theme === 'dark') page.dataset['theme'] = theme;
      if (isContrast) page.dataset['contrast'] = 'more';
      else delete page.dataset['contrast'];
    };
    apply();
    wish.addEventListener('change', apply);
    return () => wish.removeEventListener('change', apply);
  }, [theme]);
}
