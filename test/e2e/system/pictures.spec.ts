import type { Page } from 'playwright/test';
import { resetMedia, THEMES } from '../barriers.ts';
import { type App, expect, test } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { dayScreen } from '../screens/day.ts';
import { editor } from '../screens/editor.ts';
import { frame, type ScreenName } from '../screens/frame.ts';
import { lockScreen } from '../screens/lock.ts';
import { chooseArabic, goToArabic } from '../screens/settings.ts';

/** Names, dates and counts differ from day to day; a quarter of the size leaves of them what stands where, and in which colour. */
const SCALE = 0.25;
const SIZE = { width: 1280, height: 800 };
/**
 * What another day may change: another colour counts from a fifth of the range on, in at most a twelfth of the pixels. The records of
 * another clinic change 7 % at most; a theme that is not applied 9 % (high contrast) to 90 % (dark). Texts that are missing are not
 * noticed here: they are thin, and other tests read them.
 */
const TOLERANCE = { threshold: 0.2, maxDiffPixelRatio: 0.08 };

/** Before the first appointment of the day. */
const EARLY_HOUR = 5;

const PICTURED_THEMES = THEMES.filter(({ name }) => name !== 'forced colours');

const SCREENS: readonly ScreenName[] = [
  'Home',
  'Requisitions',
  'Forms',
  'Requests',
  'Inbox',
  'Day',
  'Activity',
  'Names',
  'Accounts',
  'Access log',
  'Settings',
];
/** Some of them in Arabic, by the names there. */
const ARABIC_SCREENS = [
  ['home', 'الرئيسية'],
  ['requisitions', 'طلبات الفحص'],
  ['inbox', 'الوارد'],
  ['day', 'اليوم'],
] as const;
const WITH_RECORD: ReadonlySet<ScreenName> = new Set(['Requisitions', 'Forms', 'Inbox']);

/** Takes a small picture of the window. */
async function takeSmallPicture(page: Page): Promise<Buffer> {
  const devTools = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, ...SIZE, scale: SCALE };
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'png', clip });
  await devTools.detach();
  return Buffer.from(data, 'base64');
}

/** Compares what is shown once all of it has been read, in three themes, with the pictures in the tree. */
async function comparePictures(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(page.locator('[aria-busy="true"], [data-part="skeleton"]')).toHaveCount(0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  for (const { name: theme, media } of PICTURED_THEMES) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    const file = `${name}-${theme}.png`.toLowerCase().replaceAll(' ', '-');
    expect.soft(await takeSmallPicture(page)).toMatchSnapshot(file, TOLERANCE);
  }
  await resetMedia(page);
}

/** Shows the whole first screen of a clinic, at an hour before its first appointment. */
async function showClinic({ page }: Pick<App, 'page'>): Promise<void> {
  await page.setViewportSize(SIZE);
  await expect(frame(page).status).toContainText('Up to date');
  // The day marks the present time among its appointments. Programs of tests run in UTC.
  await page.clock.setFixedTime(new Date().setUTCHours(EARLY_HOUR, 0, 0, 0));
}

test('Every screen looks as in its pictures, in light, dark and high contrast', async ({ startApp }) => {
  const app = await startApp({ onlyReads: true });
  const { page } = app;
  await showClinic(app);
  for (const screen of SCREENS) {
    await frame(page).goTo(screen);
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeAttached();
    if (WITH_RECORD.has(screen)) await browser(page).open();
    if (screen === 'Day') await expect(dayScreen(page).status).toContainText(/\d+ appointments/);
    await comparePictures(page, screen);
  }
});

test('Editors and the lock screen look as in their pictures', async ({ startApp }) => {
  const app = await startApp({ ownProgram: true });
  const { page } = app;
  await showClinic(app);
  for (const screen of ['Requisitions', 'Forms'] as const) {
    await frame(page).goTo(screen);
    await page.keyboard.press('n');
    await expect(editor(page).heading).toBeVisible();
    await comparePictures(page, `${screen} editor`);
    await page.keyboard.press('Escape');
    await expect(editor(page).heading).toBeHidden();
  }
  await lockScreen(page).lock();
  await expect(lockScreen(page).heading).toBeVisible();
  await comparePictures(page, 'Lock');
});

test('Screens look as in their pictures from right to left', async ({ startApp }) => {
  const app = await startApp({ onlyReads: true });
  const { page } = app;
  await showClinic(app);
  await chooseArabic(page);
  for (const [name, title] of ARABIC_SCREENS) {
    await goToArabic(page, title);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached();
    await comparePictures(page, `arabic ${name}`);
  }
});
