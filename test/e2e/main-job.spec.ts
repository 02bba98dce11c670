/** The main job of a clinic's user: find a patient by name, open the overdue review, read, complete it, and take that back. */
import type { Page } from 'playwright/test';
import type { DemoServer, DemoServerOptions } from '#main/demo/server.ts';
import { callBridge } from './bridge.ts';
import { expect, test, type App } from './fixtures.ts';
import { SWEEP } from './sweep.ts';

type Raw = Readonly<Record<string, unknown>>;

const PATIENT = 'Zuzana Quintero';
const MAX_RESULTS = 20;

interface Job {
  readonly page: Page;
  readonly clinic: DemoServer;
  /** The requisition whose review of the user is overdue. */
  readonly id: string;
}

/** Opens a clinic in which the patient of an overdue review has a name. */
async function openJob(
  startClinic: (options: DemoServerOptions) => Promise<DemoServer>,
  startApp: (options: { clinic: DemoServer }) => Promise<App>,
): Promise<Job> {
  const clinic = await startClinic({ requisitions: 300, seed: 7 });
  const now = new Date().toISOString();
  const overdue = [...clinic.listResources('requisition')].find((each: Raw) =>
    (each['reviews'] as readonly Raw[]).some(
      (review) =>
        review['reviewer'] === clinic.userId &&
        review['reviewed_at'] === null &&
        review['status'] !== 'reviewed' &&
        typeof review['review_deadline'] === 'string' &&
        review['review_deadline'] < now,
    ),
  );
  const { page } = await startApp({ clinic });
  await expect(page.getByRole('contentinfo').last()).toContainText('Up to date');
  const named = await callBridge(page, 'directory.set', {
    id: String(overdue?.['patient']),
    name: PATIENT,
    identifier: '1 May 1980',
  });
  expect(named.ok).toBe(true);
  return { page, clinic, id: String(overdue?.['id']) };
}

function isReviewed(clinic: DemoServer, id: string): boolean {
  const record = [...clinic.listResources('requisition')].find((each: Raw) => each['id'] === id);
  const reviews = (record?.['reviews'] ?? []) as readonly Raw[];
  return reviews.some(({ reviewer, status }) => reviewer === clinic.userId && status === 'reviewed');
}

test('The main job needs the keyboard alone', SWEEP, async ({ startApp, startClinic }) => {
  const { page, clinic, id } = await openJob(startClinic, startApp);
  const focused = page.locator(':focus');
  const record = page.getByRole('region', { name: 'Record', exact: true });
  await page.keyboard.press('/');
  await expect(focused).toHaveRole('searchbox');
  await page.keyboard.type('quintero');
  await expect(page.getByRole('option').first()).toContainText(PATIENT);
  await page.keyboard.press('Enter');
  await expect(focused).toHaveRole('listbox');
  await page.keyboard.press('Enter');
  for (let rows = 0; rows < MAX_RESULTS; rows += 1) {
    await expect(record).toContainText(PATIENT);
    if (/overdue .*your review/.test((await record.textContent()) ?? '')) break;
    await page.keyboard.press('j');
  }
  await expect(record).toContainText(/overdue .*your review/);
  // Reading: the keys scroll the record, not the window.
  await page.keyboard.press('F6');
  await expect(record).toBeFocused();
  await page.keyboard.press('PageDown');
  // Nothing reaches the service until it is back, so the review can be taken back however busy this computer is.
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /pending change/i })).toHaveText('No pending changes');
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  expect(isReviewed(clinic, id)).toBe(false);
});

test(
  'The main job is done by roles and names alone, as a screen reader has them',
  SWEEP,
  async ({ startApp, startClinic }) => {
    const { page, clinic, id } = await openJob(startClinic, startApp);
    const list = page.getByRole('region', { name: 'List', exact: true });
    const record = page.getByRole('region', { name: 'Record', exact: true });
    await list.getByRole('searchbox', { name: 'Search requisitions' }).fill('quintero');
    const overdue = list
      .getByRole('listbox', { name: 'Requisitions' })
      .getByRole('option', { name: /Zuzana Quintero.*1 May 1980.*overdue/ });
    await overdue.first().click();
    await expect(record.getByRole('heading', { level: 2 })).toHaveAccessibleName(/\p{L}/u);
    await expect(record.getByRole('button', { name: /Zuzana Quintero/ }).first()).toBeVisible();
    await expect(record.getByRole('heading', { name: 'Reviews', level: 3 })).toBeVisible();
    clinic.faults.add({ match: {}, action: { kind: 'close' } });
    await record.getByRole('button', { name: 'Complete my review' }).click();
    await expect(list.getByRole('option', { name: /Review saved, can be undone/ })).toBeVisible();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(list.getByRole('option', { name: /Review saved, can be undone/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'No pending changes' })).toBeVisible();
    expect(isReviewed(clinic, id)).toBe(false);
  },
);
