import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { findOverflow } from './overflow.ts';
import { frame } from './screens/frame.ts';
import { settings } from './screens/settings.ts';
import { SWEEP, takePicture } from './sweep.ts';

/** The screens by their German names, in the order of the navigation. */
const SCREENS = [
  'Übersicht',
  'Anforderungen',
  'Formulare',
  'Anfragen',
  'Posteingang',
  'Tag',
  'Aktivität',
  'Namen',
  'Konten',
  'Zugriffsprotokoll',
  'Einstellungen',
] as const;
const WIDTHS = [1280, 700] as const;

/** Shows the program in German. */
async function chooseGerman(page: Page): Promise<void> {
  await frame(page).goTo('Settings');
  await settings(page).choose('Language of Intray', 'Deutsch (not reviewed by a speaker)');
  await expect(page.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible();
}

async function goTo(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Navigation' })
    .getByRole('button', { name: new RegExp(`^${screen}`) })
    .click();
}

/** Makes every text of the page 30 % longer, as another language may be. */
async function lengthenTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      if (text.trim() !== '') node.nodeValue = text + ' lengthening'.repeat(10).slice(0, text.length * 0.3);
    }
  });
}

test('Every screen fits in German, and with texts that are 30 % longer', SWEEP, async ({ startApp }) => {
  // Eleven screens in two widths.
  test.slow();
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await chooseGerman(page);
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const screen of SCREENS) {
      await goTo(page, screen);
      await expect(page).toHaveTitle(`${screen} – Intray`);
      await page.waitForLoadState('networkidle');
      await takePicture(page, `de-${screen}-${width}`);
      const german = await findOverflow(page);
      await lengthenTexts(page);
      await takePicture(page, `long-${screen}-${width}`);
      const longer = await findOverflow(page);
      found.push(...[...german, ...longer].map((what) => `${screen}, ${width}: ${what}`));
      // The lengthened texts are in the way of the next screen.
      await page.reload();
      await expect(page.getByRole('contentinfo')).toBeVisible();
    }
  }
  expect(found).toEqual([]);
});

/** In both widths: returns what does not fit, and in a sweep takes a picture. */
async function findOverflowInWidths(page: Page, state: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await takePicture(page, `de-${state}-${width}`);
    found.push(...(await findOverflow(page)));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return found;
}

test('A requisition and its editor are in German and fit, also with longer texts and after the page was loaded again', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await chooseGerman(page);
  await goTo(page, 'Anforderungen');
  await page.getByRole('listbox').getByRole('option').first().click();
  const record = page.getByRole('region', { name: 'Datensatz', exact: true });
  await expect(record).toContainText('Anfordernde Person');
  expect(await findOverflowInWidths(page, 'Datensatz')).toEqual([]);
  await lengthenTexts(page);
  expect(await findOverflowInWidths(page, 'Datensatz-lang')).toEqual([]);
  await page.reload();
  await expect(page.getByRole('contentinfo')).toContainText('Aktuell');
  await goTo(page, 'Anforderungen');
  await page.getByRole('button', { name: 'Neue Anforderung' }).first().click();
  await expect(page.getByRole('heading', { name: 'Neue Anforderung' })).toBeVisible();
  expect(await findOverflowInWidths(page, 'Editor')).toEqual([]);
});

test('The lock and the sign-in are in the language that was chosen', SWEEP, async ({ startApp }) => {
  // A locked window takes no settings, so another test could not go on with it.
  const { page } = await startApp({ ownProgram: true });
  await expect(frame(page).status).toContainText('Up to date');
  await chooseGerman(page);
  await page.keyboard.press('Control+l');
  await expect(page.getByRole('heading', { name: 'Intray ist gesperrt', level: 1 })).toBeVisible();
  expect(await findOverflowInWidths(page, 'Sperre')).toEqual([]);
});

/** Two letters of each script that the font of the program has. */
const SCRIPTS = [
  ['W', 'i'],
  ['ß', 'Ü'],
  ['ł', 'ő'],
  ['Ж', 'г'],
  ['Ω', 'ι'],
] as const;

/** Returns the pairs that look alike, as boxes do, in the font of the page. */
async function findAlikeLetters(page: Page): Promise<readonly string[]> {
  return page.evaluate(async (pairs) => {
    const font = `40px ${getComputedStyle(document.body).fontFamily}`;
    const draw = async (letter: string): Promise<string> => {
      await document.fonts.load(font, letter);
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('nothing can be drawn');
      context.font = font;
      context.fillText(letter, 10, 60);
      return canvas.toDataURL();
    };
    const alike: string[] = [];
    for (const [one, other] of pairs)
      if ((await draw(one)) === (await draw(other))) alike.push(`${one}${other}`);
    return alike;
  }, SCRIPTS);
}

/** Returns a font of this computer without Arabic letters; null where there is none. */
function findFontWithoutArabic(): string | null {
  const { stdout } = spawnSync('fc-list', [':lang=en', '--format', '%{file}|%{lang}\n'], {
    encoding: 'utf8',
  });
  const fonts = (stdout ?? '').split('\n').map((line) => line.split('|'));
  return (
    fonts.find(([file, languages = '']) => file !== '' && !/\b(?:ar|fa|ur)\b/.test(languages))?.[0] ?? null
  );
}

test('The letters of all scripts of the typeface are there before a screen shows them', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  const listUnread = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status !== 'loaded').map(({ unicodeRange }) => unicodeRange),
    );
  await expect.poll(listUnread).toEqual([]);
  expect(await page.evaluate(() => document.fonts.size)).toBeGreaterThan(5);
});

test('With one Latin font on the computer every text of the program is readable, and Arabic is refused with a reason', async ({
  startApp,
  host,
}) => {
  const onlyFont = findFontWithoutArabic();
  test.skip(host === 'electron', 'only the stand-in runs without the fonts of this computer');
  test.skip(onlyFont === null, 'this computer has no such font');
  const { page } = await startApp({ ownProgram: true, ...(onlyFont === null ? {} : { onlyFont }) });
  await expect(frame(page).status).toContainText('Up to date');
  expect(await findAlikeLetters(page)).toEqual([]);
  await takePicture(page, 'no-fonts');
  await frame(page).goTo('Settings');
  await settings(page).choice('Language of Intray', 'العربية').locator('xpath=ancestor::label').click();
  await expect(page.getByRole('alert')).toContainText('This computer has no font with the letters');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await takePicture(page, 'no-fonts-settings');
  await chooseGerman(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
