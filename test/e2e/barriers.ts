import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The system's preferences that Intray follows, unless the user has chosen a theme. */
export const THEMES = [
  { name: 'light', media: { colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', contrast: 'no-preference', forcedColors: 'none' } },
  { name: 'high contrast', media: { colorScheme: 'light', contrast: 'more', forcedColors: 'none' } },
  {
    name: 'forced colours',
    media: { colorScheme: 'light', contrast: 'no-preference', forcedColors: 'active' },
  },
] as const;
/** What `npm test` checks. */
const USUAL_THEMES = THEMES.slice(0, 2);

/** Ends the emulation of preferences. */
export async function resetMedia(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: null, contrast: null, forcedColors: null });
}

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
/** Every rule of WCAG 2.2 up to AA and of good practice: the size of targets is the only one that is off by default. */
const EVERY_RULE: RunOptions = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };

/** The rules whose findings depend on the theme; those of the others are the same in every theme. */
export const RULES_OF_THEMES: RunOptions = {
  runOnly: ['color-contrast', 'link-in-text-block', 'target-size'],
};

/** The findings of axe, of any impact, as `rule (impact): element`. */
export async function barriers(page: Page, options: RunOptions = {}): Promise<readonly string[]> {
  await waitForTransitions(page);
  // Half a megabyte of code: once for each page that is loaded.
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(`${AXE}; undefined`);
  const asked = JSON.stringify({ ...EVERY_RULE, ...options });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${CHECKED_PARTS}, ${asked})`);
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `${id} (${impact ?? 'unknown'}): ${node.html}`),
  );
}

/** The same in light and dark. Findings unrelated to colours are the same in both, so they are checked once. */
export async function barriersInUsualThemes(page: Page): Promise<readonly string[]> {
  const all: string[] = [];
  for (const [index, { name, media }] of USUAL_THEMES.entries()) {
    await page.emulateMedia(media);
    const found = await barriers(page, index === 0 ? {} : { runOnly: ['color-contrast'], rules: {} });
    all.push(...found.map((barrier) => `${name}: ${barrier}`));
  }
  await resetMedia(page);
  return all;
}
