import { join } from 'node:path';
import type { Page } from 'playwright/test';

/** Stores what a state looks like, in light and dark, wide and narrow. The window is wide afterwards. */
export async function takePictures(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 700]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({ path: join('test-results/pictures', `${state}-${colorScheme}-${width}.png`) });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: null });
}
