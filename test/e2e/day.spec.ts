import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { dayScreen } from './screens/day.ts';
import { frame } from './screens/frame.ts';
import { INSPECTED, SWEEP, inspect } from './sweep.ts';

const PASSWORD = 'correct horse battery';
/** A clinic with a day to prepare. */
const BUSY = { requisitions: 120, forms: 12, notifications: 130, patients: 30 } as const;

async function openDay(page: Page): Promise<void> {
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Day');
  await expect(dayScreen(page).appointments.first()).toBeVisible();
}

/** The number of appointments that the day has: its list is rendered in steps. */
async function countAppointments(page: Page): Promise<number> {
  const sentence = (await dayScreen(page).status.textContent()) ?? '';
  return Number(/(\d+) appointments/.exec(sentence)?.[1]);
}

test(
  'The day of the demo clinic shows the appointments, the open work of each attendee, and contradictory notifications',
  SWEEP,
  async ({ startApp }) => {
    const { page } = await startApp({ onlyReads: true });
    await openDay(page);
    const { appointments, status: standing } = dayScreen(page);
    // A long day is added part by part.
    await expect.poll(() => appointments.count()).toBeGreaterThan(9);
    await expect(standing).toContainText(/\d+ appointments · As of/);
    await expect(
      appointments.filter({ hasText: 'Earlier notifications gave different values: start' }).first(),
    ).toBeVisible();
    await expect(appointments.filter({ hasText: 'Group visit' }).first()).toBeVisible();
    await expect(appointments.filter({ hasText: 'Video call' }).first()).toBeVisible();
    const ended = page.getByText('Canceled', { exact: true });
    const canceled = appointments.filter({ has: ended }).first();
    await expect(canceled.getByRole('heading', { level: 2 }).locator('bdi')).toHaveCSS(
      'text-decoration-line',
      'line-through',
    );
    await inspect(page, 'day');
    await page.getByRole('button', { name: 'Show full appointment' }).first().click();
    await expect(page.getByText('Planned')).toBeVisible();
    await inspect(page, 'day-other');
    const line = appointments.getByRole('listitem').getByRole('button').first();
    const name = (await line.locator('bdi').first().textContent()) ?? '';
    await line.click();
    await expect(
      page.getByRole('region', { name: 'Record' }).getByRole('heading', { level: 2, name }),
    ).toBeVisible();
  },
);

test('An appointment out of view costs no layout, and its line in the table still leads to it', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  await openDay(page);
  const { appointments } = dayScreen(page);
  await expect(appointments).toHaveCount(await countAppointments(page));
  const last = appointments.last();
  const isLaidOut = (): Promise<boolean> =>
    last
      .getByRole('heading', { level: 2 })
      .evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut()).toBe(false);
  await page.getByRole('table').getByRole('button').last().click();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect.poll(isLaidOut).toBe(true);
});

test(
  'A prepared day is complete without a network, and shows the time of its data',
  INSPECTED,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic(BUSY);
    const app = await startApp({ clinic });
    const { page } = app;
    await openDay(page);
    const { appointments, prepare, prepared } = dayScreen(page);
    await prepare.click();
    await expect(prepared).toContainText(
      /^This computer is ready to go offline for .*PDFs?, as of \d\d:\d\d\.$/,
    );
    const pdfs = clinic.requests().filter(({ origin }) => origin === 'pdf').length;
    expect(pdfs).toBeGreaterThan(3);
    const before = await countAppointments(page);
    await expect(appointments).toHaveCount(before);
    await clinic.close();
    await app.restart();
    await frame(app.page).goTo('Day');
    await expect(dayScreen(app.page).appointments).toHaveCount(before);
    await expect(frame(app.page).status).toContainText('Offline');
    await expect(dayScreen(app.page).status).toContainText('Offline. Showing data from');
    await dayScreen(app.page).prepare.click();
    await expect(dayScreen(app.page).prepared).toContainText(/^Could not be updated\. Saved for .*\d+ PDFs/);
    await inspect(app.page, 'day-prepared');
  },
);

test(
  'A downtime pack opens with its password without Intray, and reveals nothing without it',
  INSPECTED,
  async ({ startApp, startClinic, host }) => {
    test.skip(host === 'electron', 'the file dialog of the real host waits for a person');
    const clinic = await startClinic(BUSY);
    const app = await startApp({ clinic, savesAs: 'pack.pdf' });
    const { page } = app;
    await openDay(page);
    await dayScreen(page).prepare.click();
    await expect(dayScreen(page).prepared).toBeVisible();
    await page.getByRole('button', { name: 'Downtime pack' }).click();
    await expect(dayScreen(page).dialog).toBeVisible();
    await inspect(page, 'downtime-pack');
    await page.keyboard.press('Escape');
    await dayScreen(page).savePack(PASSWORD);
    await expect(page.getByText(/^Saved, \d+ pages\. It includes every PDF of the day\.$/)).toBeVisible();
    const file = join(app.home, 'pack.pdf');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(file).toString('latin1');
    for (const plain of ['Day sheet', 'Follow-up', PASSWORD]) expect(bytes).not.toContain(plain);
    expect(readdirSync(app.home).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(existsSync(join(app.home, 'tmp', 'pack.pdf'))).toBe(false);
    expect(app.output()).not.toContain(PASSWORD);
    if (spawnSync('pdftotext', ['-v']).error !== undefined) return;
    const text = execFileSync('pdftotext', ['-layout', '-upw', PASSWORD, file, '-'], { encoding: 'utf8' });
    const pages = text.split('\f').slice(0, -1);
    expect(pages[0]).toContain('Day sheet:');
    expect(text).toContain('Outstanding requisitions');
    // Every page shows the time of its data, the sheets in their header and the PDFs in their margin.
    for (const each of pages) expect(each).toContain('As of');
  },
);
