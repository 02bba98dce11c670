import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The system's preferences that Intray follows, unless the user has chosen a theme. */
const THEMES = [
  { colorScheme: 'light', contrast: 'no-preference' },
  { colorScheme: 'dark', contrast: 'no-preference' },
  { colorScheme: 'light', contrast: 'more' },
] as const;
/** All of them in `npm run test:a11y`, the first one otherwise. */
const CHECKED = process.env['INTRAY_THEMES'] === 'all' ? THEMES : THEMES.slice(0, 1);

/** Waits until nothing fades in any more: a half transparent text has less contrast than the one that the user reads. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const isEndless = animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
      return isEndless || animation.playState !== 'running';
    }),
  );
}

/**
 * What a pressed button has announced names elements that may be gone; a screen reader was told, and the announcement is
 * removed after seconds.
 */
const CHECKED_PARTS = JSON.stringify({ exclude: [['[data-live-announcer] [role="img"]']] });

async function found(page: Page, options: RunOptions): Promise<readonly string[]> {
  await waitForTransitions(page);
  // Half a megabyte of code: once for each page that is loaded.
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(`${AXE}; undefined`);
  const asked = JSON.stringify({ resultTypes: ['violations'], ...options });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${CHECKED_PARTS}, ${asked})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}

/** The serious findings of axe, as `rule: element`. */
export async function barriers(page: Page): Promise<readonly string[]> {
  return found(page, {});
}

/**
 * The same in every theme that this run checks. Findings unrelated to colours are the same in all themes, so they are checked
 * once.
 */
export async function barriersInAnyTheme(page: Page): Promise<readonly string[]> {
  const all: string[] = [];
  for (const [index, theme] of CHECKED.entries()) {
    await page.emulateMedia(theme);
    const options: RunOptions = index === 0 ? {} : { runOnly: ['color-contrast'] };
    const inTheme = await found(page, options);
    all.push(...inTheme.map((barrier) => `${theme.colorScheme}, ${theme.contrast}: ${barrier}`));
  }
  await page.emulateMedia({ colorScheme: null, contrast: null });
  return all;
}
