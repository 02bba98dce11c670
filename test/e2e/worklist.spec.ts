import type { DemoServer } from '#main/demo/server.ts';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { worklist } from './screens/worklist.ts';
import { SWEEP, inspect } from './sweep.ts';

type Raw = Readonly<Record<string, unknown>>;
interface Step {
  readonly status: string;
  readonly changed_at: string;
}

const serviceRecords = (clinic: DemoServer): readonly Raw[] => [...clinic.listResources('requisition')];
const countText = (count: number): string => (count === 1 ? '1 requisition' : `${count} requisitions`);

/** The status of a requisition: that of the last entry of its history. */
function getStatus({ status_history: history }: Raw): string {
  const steps = (history as readonly Step[]).toSorted((left, right) =>
    left.changed_at.localeCompare(right.changed_at),
  );
  return steps.at(-1)?.status ?? '';
}

const isDone = ({ status, reviewed_at: at }: Raw): boolean => status === 'reviewed' || typeof at === 'string';

function reviewedCount(clinic: DemoServer): number {
  return serviceRecords(clinic).filter(({ reviews }) => (reviews as readonly Raw[]).some(isDone)).length;
}

/** The number of requisitions with an open review: one was requested, or there are results without one. */
function waitingCount(clinic: DemoServer): number {
  return serviceRecords(clinic).filter((each) => {
    const reviews = each['reviews'] as readonly Raw[]; // as the service's document has it
    return (
      reviews.some((review) => !isDone(review)) ||
      (reviews.length === 0 && getStatus(each) === 'results_received')
    );
  }).length;
}

test('Requisitions are reviewed one after the other by J, K and E alone, and a review can be undone', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ requisitions: 120 });
  const { page } = await startApp({ clinic });
  const { rows } = browser(page);
  const { tab, toast, countOf } = worklist(page);
  await expect(frame(page).status).toContainText('Up to date');
  const before = reviewedCount(clinic);
  await tab('Needs review').click();
  await expect.poll(() => countOf('Needs review')).toBe(waitingCount(clinic));
  // The key completes the user's own reviews only.
  await browser(page).search.fill(`reviewer:${clinic.userId}`);
  await browser(page).search.press('Enter');
  await expect(rows.nth(2)).toContainText('your review');
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');
  const reviewed = await rows.nth(0).innerText();
  await page.keyboard.press('e');
  // At once, because the offer lasts six seconds. The row leaves the list of what needs a review, and comes back.
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(rows.nth(0)).toHaveText(reviewed, { useInnerText: true });
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('k');
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('e');
  await page.keyboard.press('e');
  await expect.poll(() => reviewedCount(clinic)).toBe(before + 2);
  await expect(toast).toHaveCount(0);
});

test('A held key marks one requisition as reviewed, and J moves on while it is held', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ requisitions: 120 });
  const { page } = await startApp({ clinic });
  const { rows } = browser(page);
  const { tab, toast } = worklist(page);
  await expect(frame(page).status).toContainText('Up to date');
  const before = reviewedCount(clinic);
  await tab('Needs review').click();
  await browser(page).search.fill(`reviewer:${clinic.userId}`);
  await browser(page).search.press('Enter');
  await expect(rows.nth(3)).toContainText('your review');
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');
  // A key that is pressed down again before it is released is one that the keyboard repeats.
  for (let press = 0; press < 10; press += 1) await page.keyboard.down('e');
  await page.keyboard.up('e');
  await expect(toast).toContainText('Your review is saved');
  await expect(frame(page).waiting).toContainText('1 pending change');
  for (let press = 0; press < 3; press += 1) await page.keyboard.down('j');
  await page.keyboard.up('j');
  await expect.poll(() => reviewedCount(clinic)).toBe(before + 1);
  await expect(toast).toHaveCount(0);
  expect(reviewedCount(clinic)).toBe(before + 1);
});

test('A review that is held back when the window closes is not lost', async ({ startApp, startClinic }) => {
  const clinic = await startClinic({ requisitions: 120 });
  const app = await startApp({ clinic });
  await expect(frame(app.page).status).toContainText('Up to date');
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  const first = browser(app.page).rows.first();
  await worklist(app.page).tab('Needs review').click();
  await browser(app.page).search.fill(`reviewer:${clinic.userId}`);
  await browser(app.page).search.press('Enter');
  await expect(first).toContainText('your review');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await app.page.keyboard.press('e');
  await expect(worklist(app.page).toast).toBeVisible();
  await app.page.reload();
  await expect(frame(app.page).waiting).toContainText('1 pending change');
});

test('A saved view keeps its name, its search and its count over a restart', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic });
  await expect(frame(app.page).status).toContainText('Up to date');
  await browser(app.page).search.fill('type:lab -shared:yes');
  await worklist(app.page).choose('Views', 'Save this view');
  await app.page.getByRole('dialog').getByLabel('Name').fill('Lab, held back');
  await app.page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await app.restart();
  const wanted = serviceRecords(clinic).filter(
    (each) => each['type'] === 'lab' && each['share_with_patient'] !== true,
  );
  await worklist(app.page).choose('Views', /^Lab, held back/);
  await expect(browser(app.page).search).toHaveValue('type:lab -shared:yes');
  await expect(browser(app.page).count).toHaveText(countText(wanted.length));
});

test(
  'The worklist with everything open passes the accessibility checks in every theme',
  SWEEP,
  async ({ startApp }) => {
    const { page } = await startApp({ onlyReads: true });
    await expect(frame(page).status).toContainText('Up to date');
    const { search, rows } = browser(page);
    await search.fill('a type:lab due:someday -shared:yes');
    await expect(rows.locator('mark').first()).toBeVisible();
    await worklist(page).pick(2);
    await inspect(page, 'worklist-picks');
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await inspect(page, 'worklist-views');
    await page.keyboard.press('Escape');
    await worklist(page).picks.getByRole('button', { name: 'PDFs' }).click();
    await page.getByRole('menuitem', { name: 'Download PDFs' }).click();
    await expect(worklist(page).sheet).toBeVisible();
    await inspect(page, 'worklist-downloads');
  },
);

test('In the narrowest window each row shows the name of its patient beside a long wait, the longest beyond usual first', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Requisitions');
  await page.getByRole('radio', { name: /Sent/ }).click();
  await page.getByRole('button', { name: /Sort the list/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Longest beyond the usual wait first' }).click();
  await page.setViewportSize({ width: 320, height: 700 });
  const rows = browser(page).rows;
  await expect(rows.first()).toHaveAccessibleName(/waiting \d+ days, usually \d+/);
  const readBeyond = async (): Promise<readonly number[]> => {
    const all = await page.getByText(/^\d+ days, usually \d+$/).allTextContents();
    return all.map((words) => {
      const [days = 0, usual = 0] = (words.match(/\d+/g) ?? []).map(Number);
      return days - usual;
    });
  };
  const beyond = await readBeyond();
  expect(beyond.length).toBeGreaterThan(5);
  // Days are rounded, so that neighbours may differ by one.
  for (const [index, days] of beyond.entries())
    expect(days).toBeLessThanOrEqual((beyond[index - 1] ?? days) + 1);
  for (const row of (await rows.all()).slice(0, 5)) {
    const patient = row.locator('[data-fit="line"]').first();
    const name = await patient.locator('bdi').first().boundingBox();
    expect(name?.width).toBeGreaterThan(50);
  }
});
