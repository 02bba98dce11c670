import type { DemoServer } from '#main/demo/server.ts';
import { daySheetTexts } from '#renderer/text/ar/day.ts';
import { homeTexts } from '#renderer/text/ar/home.ts';
import { worklistTexts } from '#renderer/text/ar/requisitions.ts';
import type { Page } from 'playwright/test';
import { barriers } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { findOverflow } from './overflow.ts';
import { frame } from './screens/frame.ts';
import { chooseArabic, goToArabic } from './screens/settings.ts';
import { savePdf, SWEEP, takePicture } from './sweep.ts';

/** The screens by their Arabic names, in the order of the navigation. */
const SCREENS = [
  'الرئيسية',
  'طلبات الفحص',
  'النماذج',
  'طلبات التعبئة',
  'الوارد',
  'اليوم',
  'النشاط',
  'الأسماء',
  'الحسابات',
  'سجل الوصول',
  'الإعدادات',
] as const;
const LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 700, colorScheme: 'dark' },
] as const;

/** Returns how many reviews the service has as completed. */
function countReviews(clinic: DemoServer): number {
  return JSON.stringify([...clinic.listResources('requisition')]).split('"reviewed_at":"').length - 1;
}

/** In a sweep, takes a picture wide and light, and one narrow and dark, and returns what does not fit and what axe finds. */
async function inspectLooks(page: Page, state: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await takePicture(page, `ar-${state}-${width}`);
    const all = [...(await findOverflow(page)), ...(await barriers(page))];
    found.push(...all.map((what) => `${state}, ${width}: ${what}`));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: null });
  return found;
}

test(
  'Every screen fits from right to left, and passes the accessibility checks',
  SWEEP,
  async ({ startApp }) => {
    // Eleven screens, a record, an editor and the lock, in two widths.
    test.slow();
    // A locked window takes no settings, so another test could not go on with it.
    const { page } = await startApp({ ownProgram: true });
    await expect(frame(page).status).toContainText('Up to date');
    await chooseArabic(page);
    const found: string[] = [];
    for (const screen of SCREENS) {
      await goToArabic(page, screen);
      await expect(page).toHaveTitle(new RegExp(screen));
      await page.waitForLoadState('networkidle');
      found.push(...(await inspectLooks(page, screen)));
    }
    await goToArabic(page, 'الوارد');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page
      .getByRole('region', { name: 'السجل', exact: true })
      .getByRole('button', { name: 'تأجيل' })
      .click();
    await expect(page.getByRole('menu')).toBeVisible();
    found.push(...(await inspectLooks(page, 'snooze-menu')));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('b');
    await expect(page.getByRole('dialog')).toContainText('إلى متى يُؤجَّل؟');
    found.push(...(await inspectLooks(page, 'snooze')));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await goToArabic(page, 'طلبات الفحص');
    await page.getByRole('listbox').getByRole('option').first().click();
    await expect(page.getByRole('region', { name: 'السجل', exact: true })).toContainText(
      'مقدّم الرعاية الطالب',
    );
    found.push(...(await inspectLooks(page, 'record')));
    await page.keyboard.press('n');
    await expect(page.getByRole('heading', { name: 'طلب فحص جديد' })).toBeVisible();
    found.push(...(await inspectLooks(page, 'editor')));
    await page.keyboard.press('Control+l');
    await expect(page.getByRole('heading', { name: 'Intray مقفل', level: 1 })).toBeVisible();
    found.push(...(await inspectLooks(page, 'lock')));
    expect(found).toEqual([]);
  },
);

test(
  'A requisition is found and reviewed by keys alone, from right to left',
  SWEEP,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic({ requisitions: 300, seed: 7 });
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    await chooseArabic(page);
    await page.keyboard.press('Control+1');
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('m');
    const current = page.getByRole('listbox').getByRole('option', { selected: true });
    await expect(current).toContainText('مراجعتك');
    await page.keyboard.press('Enter');
    const record = page.getByRole('region', { name: 'السجل', exact: true });
    await expect(record).toContainText(/متأخر.*مراجعتك/);
    const shown = await record.textContent();
    const before = countReviews(clinic);
    await page.keyboard.press('e');
    await expect.poll(async () => record.textContent()).not.toBe(shown);
    await expect.poll(() => countReviews(clinic), { timeout: 30_000 }).toBe(before + 1);
  },
);

test('The panes, and the keys of their divider, are mirrored from right to left', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await chooseArabic(page);
  await goToArabic(page, 'طلبات الفحص');
  const list = page.getByRole('listbox');
  await list.getByRole('option').first().click();
  const handle = page.getByRole('separator', { name: 'عرض القائمة' });
  const record = page.getByRole('region', { name: 'السجل', exact: true });
  const [recordBox, listBox] = [await record.boundingBox(), await list.boundingBox()];
  expect((recordBox?.x ?? 0) + (recordBox?.width ?? 0)).toBeLessThanOrEqual((listBox?.x ?? 0) + 1);
  const width = Number(await handle.getAttribute('aria-valuenow'));
  expect(await findOverflow(page)).toEqual([]);
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(handle).toHaveAttribute('aria-valuenow', String(width + 16));
  await page.keyboard.press('ArrowRight');
  await expect(handle).toHaveAttribute('aria-valuenow', String(width));
});

/** Keeps what is printed in the page, shown as on paper, and returns where its parts are. */
async function getPrintedColumns(page: Page, name: string, print: () => Promise<void>) {
  await page.evaluate(() => {
    window.print = () => {
      const sheet = document.querySelector('[data-print="sheet"]')?.cloneNode(true);
      if (sheet instanceof HTMLElement) document.body.append(sheet);
      if (sheet instanceof HTMLElement) sheet.dataset['part'] = 'kept';
    };
  });
  await print();
  const sheet = page.locator('[data-part="kept"]');
  await expect(sheet).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await savePdf(page, `ar-print-${name}`);
  const columns = await sheet.locator('thead tr').last().locator('th').all();
  const boxes = await Promise.all(columns.map((column) => column.boundingBox()));
  await sheet.evaluate((element) => element.remove());
  await page.emulateMedia({ media: null });
  return boxes.map((box) => box?.x ?? Number.NaN);
}

test('The printed sheets are mirrored from right to left', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true, staysAtHome: true });
  await expect(frame(page).status).toContainText('Up to date');
  await chooseArabic(page);
  const press = (name: string) => async () => page.getByRole('button', { name, exact: true }).click();
  await goToArabic(page, 'الرئيسية');
  const handover = await getPrintedColumns(page, 'handover', press(homeTexts.home.handover.print));
  await goToArabic(page, 'اليوم');
  await expect(page.locator('[data-pane="list"] ol > li').first()).toBeVisible();
  const day = await getPrintedColumns(page, 'day', press(daySheetTexts.day.print));
  await goToArabic(page, 'طلبات الفحص');
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  const list = await getPrintedColumns(page, 'list', press(worklistTexts.worklist.actions.print));
  for (const columns of [handover, day, list]) {
    expect(columns.length).toBeGreaterThan(2);
    expect(columns).toEqual(columns.toSorted((left, right) => right - left));
  }
});
