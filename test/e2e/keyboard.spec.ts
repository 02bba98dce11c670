import type { Page } from 'playwright/test';
import type { DemoServer } from '#main/demo/server.ts';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { editor } from './screens/editor.ts';
import { frame } from './screens/frame.ts';
import { inbox } from './screens/inbox.ts';
import { INSPECTED, SWEEP, inspect } from './sweep.ts';

const THEMES = [
  { name: 'light', media: { colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', contrast: 'no-preference', forcedColors: 'none' } },
  { name: 'high contrast', media: { colorScheme: 'light', contrast: 'more', forcedColors: 'none' } },
  { name: 'dark high contrast', media: { colorScheme: 'dark', contrast: 'more', forcedColors: 'none' } },
  {
    name: 'forced colours',
    media: { colorScheme: 'light', contrast: 'no-preference', forcedColors: 'active' },
  },
] as const;

/**
 * The contrast of the outline of the element that the keyboard is on (of the active descendant where there is
 * one) to its own background and to the one around it; the lower of the two, 0 without an outline.
 */
function focusContrast(page: Page): Promise<number> {
  return page.evaluate(() => {
    const toRgb = (colour: string): readonly number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (colour: string): number => {
      const [red = 0, green = 0, blue = 0] = toRgb(colour).map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ratio = (one: string, other: string): number => {
      const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
      return (bright + 0.05) / (dim + 0.05);
    };
    const behind = (element: Element | null): string => {
      const colour = element === null ? 'rgb(255, 255, 255)' : getComputedStyle(element).backgroundColor;
      return element === null || toRgb(colour)[3] !== 0 ? colour : behind(element.parentElement);
    };
    const active = document.activeElement;
    const descendant = active?.getAttribute('aria-activedescendant');
    const shown = (descendant ? document.querySelector(`[id="${descendant}"]`) : active) ?? document.body;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return 0;
    return Math.min(ratio(outlineColor, behind(shown)), ratio(outlineColor, behind(shown.parentElement)));
  });
}

test(
  'The focus is visible in menus, pickers and lists, in every theme and in forced colours',
  SWEEP,
  async ({ startApp }) => {
    test.slow();
    const { page } = await startApp({ onlyReads: true });
    await expect(frame(page).status).toContainText('Up to date');
    const measured: Record<string, number> = {};
    const measure = async (what: string): Promise<void> => {
      for (const { name, media } of THEMES) {
        await page.emulateMedia(media);
        measured[`${what}, ${name}`] = await focusContrast(page);
      }
      await page.emulateMedia({ colorScheme: null, contrast: null, forcedColors: null });
    };
    await page.keyboard.press('j');
    await expect(browser(page).rows.first()).toHaveAttribute('aria-selected', 'true');
    await measure('row of a list');
    await page.getByRole('button', { name: 'Views', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await measure('menu');
    await page.keyboard.press('Escape');
    await frame(page).goTo('Settings');
    // A part of the settings that arrives late moves the field, which closes its list.
    await expect(async () => {
      await page.getByRole('combobox', { name: 'Time zone' }).press('ArrowDown');
      await expect(page.getByRole('option').first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.keyboard.press('ArrowDown');
    await measure('picker of time zones');
    await page.keyboard.press('Escape');
    await frame(page).goTo('Requisitions');
    await page.keyboard.press('n');
    await editor(page).field('Patient').press('ArrowDown');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await measure('picker of an editor');
    expect(Object.keys(measured)).toHaveLength(4 * THEMES.length);
    expect(Object.entries(measured).filter(([, contrast]) => contrast < 3)).toEqual([]);
  },
);

test('The arrow keys open a menu at either end, Enter and Space at its first choice, and Escape returns to its button', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  const button = page.getByRole('button', { name: 'Views', exact: true });
  const choices = page.getByRole('menuitemcheckbox');
  for (const [key, end] of [
    ['ArrowDown', 'first'],
    ['ArrowUp', 'last'],
    ['Enter', 'first'],
    ['Space', 'first'],
  ] as const) {
    await button.focus();
    await page.keyboard.press(key);
    await expect(choices[end]()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(choices).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

/** How far the window itself is scrolled: never, because everything in it scrolls within its pane. */
const scrolled = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollTop, document.body.scrollTop, window.scrollY));

test('No key scrolls the window', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await page.setViewportSize({ width: 1280, height: 600 });
  await expect(frame(page).status).toContainText('Up to date');
  for (const open of [
    () => frame(page).goTo('Settings'),
    async () => {
      await frame(page).goTo('Requisitions');
      await page.keyboard.press('n');
      await expect(editor(page).heading).toBeVisible();
    },
  ]) {
    await open();
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      expect(await scrolled(page)).toBe(0);
    }
    for (const key of ['Space', 'PageDown', 'End', 'ArrowDown']) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press(key);
      expect(await scrolled(page), key).toBe(0);
    }
  }
});

/** How many notifications for the user of the clinic's account are unread at the service. */
const countUnread = (clinic: DemoServer): number =>
  [...clinic.listResources('notification')].filter(
    ({ read, user }) => read === false && user === clinic.userId,
  ).length;

test('Twenty notifications are read and marked by 23 keys', async ({ startApp, startClinic }) => {
  const clinic = await startClinic({ notifications: 400, seed: 7 });
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  const before = countUnread(clinic);
  expect(before).toBeGreaterThan(20);
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('Control+4');
  await expect(browser(page).rows.first()).toContainText(/unread/i);
  await press('j');
  await press('Enter');
  const seen = new Set<string>();
  const readId = async (): Promise<string> =>
    /notf_[\w-]+/.exec((await browser(page).record.textContent()) ?? '')?.[0] ?? '';
  while (seen.size < 20) {
    await expect.poll(async () => [...seen, ''].includes(await readId())).toBe(false);
    await expect(browser(page).list.getByRole('option', { selected: true })).toContainText(/unread/i);
    seen.add(await readId());
    await press('Shift+I');
  }
  expect(keys).toBe(23);
  await expect.poll(() => before - countUnread(clinic)).toBeGreaterThanOrEqual(20);
  // The marks of the last rows may still be on their way to the service.
  await expect
    .poll(async () => (await inbox(page).count.textContent())?.includes(`${countUnread(clinic)} unread`))
    .toBe(true);
});

type Raw = Readonly<Record<string, unknown>>;

/** The open reviews of the clinic's user that are past their deadline. */
function listOwnOverdue(clinic: DemoServer): readonly Raw[] {
  const now = new Date().toISOString();
  return [...clinic.listResources('requisition')].filter((each: Raw) =>
    (each['reviews'] as readonly Raw[]).some(
      (review) =>
        review['reviewer'] === clinic.userId &&
        review['status'] !== 'reviewed' &&
        review['reviewed_at'] === null &&
        (review['review_deadline'] as string | null) !== null &&
        String(review['review_deadline']) < now,
    ),
  );
}

test('Five overdue reviews of the user are completed by 7 keys, each record shown before its key', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ requisitions: 300, seed: 7 });
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  const before = listOwnOverdue(clinic).length;
  expect(before).toBeGreaterThanOrEqual(5);
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const current = browser(page).list.getByRole('option', { selected: true });
  await press('m');
  await expect(current).toContainText('your review');
  await press('Enter');
  const seen = new Set<string>();
  for (let count = 1; count <= 5; count += 1) {
    await expect
      .poll(async () => [...seen, ''].includes((await browser(page).record.textContent()) ?? ''))
      .toBe(false);
    await expect(browser(page).heading).toBeVisible();
    await expect(browser(page).record).toContainText(/overdue .*your review/);
    seen.add((await browser(page).record.textContent()) ?? '');
    await press('e');
  }
  expect(keys).toBe(7);
  await expect.poll(() => before - listOwnOverdue(clinic).length).toBe(5);
});

test(
  'The palette finds an action and a record by keys alone',
  INSPECTED,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const name = String([...clinic.listResources('requisition')][0]?.['name']);
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    // Typed at once on a slow computer: the code of the palette is read meanwhile, and its list is replaced as it is marked.
    const processor = await page.context().newCDPSession(page);
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('setti');
    await expect(page.getByRole('dialog').getByRole('searchbox')).toHaveValue('setti');
    await expect(page.getByRole('menuitem').first()).toHaveText(/^Settings/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`"${name}"`);
    await expect(page.getByRole('menuitem', { name: `Requisition: ${name}` }).first()).toBeVisible();
    await inspect(page, 'palette');
    await page.keyboard.press('Enter');
    await expect(browser(page).heading).toHaveText(name);
  },
);

test('A requisition is shared with its patient by the palette alone', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await page.keyboard.press('Control+1');
  await page.keyboard.press('/');
  await page.keyboard.type('shared:no');
  await expect(page.locator('[data-search]')).toHaveValue('shared:no');
  await page.keyboard.press('Enter');
  await page.keyboard.press('o');
  await expect(page.getByRole('button', { name: 'Share with patient' })).toBeVisible();
  const shared = (await browser(page).heading.textContent()) ?? '';
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('share with');
  await expect(page.getByRole('menuitem', { name: 'Share with patient' })).toBeVisible();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Share this requisition with the patient?' });
  await expect(question).toContainText(shared);
  // The dialog takes the focus one frame after it is shown.
  await expect(question.locator(':focus')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(question.getByRole('button', { name: 'Share it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  const isShared = (): boolean =>
    [...clinic.listResources('requisition')].some(
      (each) => each['name'] === shared && each['share_with_patient'] === true,
    );
  await expect.poll(isShared).toBe(true);
});

test('The downtime pack is begun from another screen by the palette alone', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('downtime day');
  await expect(page.getByRole('menuitem', { name: 'Downtime pack (Day)' })).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /downtime pack/i });
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Downtime pack' })).toBeFocused();
});
