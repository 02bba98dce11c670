/**
 * What a sweep does, `npm run test:a11y`: it checks every state that a specification names in every theme and width, and takes
 * its pictures. It runs the tests with one of the two tags; `npm test` leaves out those of the first.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { SWEEP_RESULTS, type SweptState } from '../../scripts/sweep-results.ts';
import { callBridge } from './bridge.ts';
import { barriers, resetMedia, RULES_OF_THEMES, THEMES } from './barriers.ts';
import { findOverflow } from './overflow.ts';
import { findUnreachable } from './reachable.ts';

/** A test that is a sweep and nothing else. */
export const SWEEP = { tag: '@sweep' };
/** A test of behaviour, some states of which are inspected in a sweep. */
export const INSPECTED = { tag: '@inspected' };

/** Whether this is a sweep. */
const IS_SWEEP = process.env['INTRAY_SWEEP'] === '1';
const FOLDER = 'test-results/pictures';
/** The last is a window of 1280 by 1024 at a zoom of 400 %. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 700, height: 800 },
  { width: 320, height: 256 },
] as const;
const WIDE = SIZES[0];
const PICTURED: ReadonlySet<string> = new Set(['light', 'dark']);

/** In a sweep, takes one picture of what is shown. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (IS_SWEEP) await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

/** In a sweep, saves what is shown as it would be printed. */
export async function savePdf(page: Page, name: string): Promise<void> {
  if (IS_SWEEP) await page.pdf({ path: join(FOLDER, `${name}.pdf`), format: 'A4', printBackground: true });
}

/** Waits until nothing fades out any more: it counts as open until then. */
async function waitForClosing(page: Page): Promise<void> {
  await expect(page.locator('[data-exiting]')).toHaveCount(0);
}

/** The number of menus, lists and dialogs that are open over the page: none may close because the window is resized. */
function countOpen(page: Page): Promise<number> {
  return page.locator('[role="dialog"], [role="alertdialog"], [role="menu"], [data-trigger]').count();
}

/**
 * Waits until a change of theme has had its effects. Borders of another width may scroll a pane by a pixel, which closes the list of a
 * picker; it is opened again.
 */
async function settleTheme(page: Page, opened: number, openAgain: () => Promise<void>): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => void requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  if ((await countOpen(page)) !== opened) await openAgain();
}

function note(state: SweptState): void {
  mkdirSync(dirname(SWEEP_RESULTS), { recursive: true });
  appendFileSync(SWEEP_RESULTS, `${JSON.stringify(state)}\n`);
}

/**
 * In a sweep: checks what is shown in every width by every rule, and in every theme by those whose findings depend on it, that everything can be reached at the smallest one, and takes
 * pictures. The window is wide afterwards. `openAgain` opens what scrolling has closed, in a window of another size or in another theme. A finding fails the test at its end, so that its other states are seen too.
 */
export async function inspect(
  page: Page,
  state: string,
  openAgain = async (): Promise<void> => {},
): Promise<void> {
  if (!IS_SWEEP) return;
  const found: string[] = [];
  const results: SweptState['results'][number][] = [];
  await waitForClosing(page);
  const opened = await countOpen(page);
  const isLocking = await page.getByText('locks in less than a minute').isVisible();
  for (const size of SIZES) {
    // A busy computer may take longer than the window stays unlocked without input.
    if (!isLocking) await callBridge(page, 'lock.stay');
    await page.setViewportSize(size);
    if ((await countOpen(page)) !== opened) found.push(`${size.width}: what was open has closed at once`);
    await openAgain();
    for (const [index, { name, media }] of THEMES.entries()) {
      await page.emulateMedia(media);
      await settleTheme(page, opened, openAgain);
      const here = await barriers(page, index === 0 ? {} : RULES_OF_THEMES);
      results.push({ theme: name, width: size.width, violations: here.length });
      found.push(...here.map((barrier) => `${size.width}, ${name}: ${barrier}`));
      if (PICTURED.has(name)) await takePicture(page, `${state}-${name}-${size.width}`);
    }
    await resetMedia(page);
    await settleTheme(page, opened, openAgain);
    if ((await countOpen(page)) !== opened) found.push(`${size.width}: what was open has closed`);
    found.push(...(await findOverflow(page)).map((what) => `${size.width}: ${what} does not fit`));
  }
  found.push(...(await findUnreachable(page)).map((what) => `320 by 256: ${what}`));
  await page.setViewportSize(WIDE);
  note({ state, results, others: found.length - results.reduce((sum, each) => sum + each.violations, 0) });
  expect.soft(found, state).toEqual([]);
}
