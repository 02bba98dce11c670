/** Jobs of every day by counted keys, in a clinic without preset names: first the user confirms those that documents suggest. */
import type { Page } from 'playwright/test';
import type { DemoServer } from '#main/demo/server.ts';
import { expect, test, type App, type Fixtures } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { confirmSuggestedNames, type ConfirmedNames } from '../screens/directory.ts';
import { frame } from '../screens/frame.ts';

const CLINIC = { requisitions: 300, notifications: 100, seed: 7 } as const;

interface Job extends ConfirmedNames {
  readonly page: Page;
  readonly clinic: DemoServer;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Number of keys so far, without those for the names. */
  readonly countKeys: () => number;
}

/** Opens a clinic, confirms names, and returns to the first screen. */
async function openJob({ startApp, startClinic }: Pick<Fixtures, 'startApp' | 'startClinic'>): Promise<Job> {
  const clinic = await startClinic(CLINIC);
  const { page }: App = await startApp({ clinic, staysAtHome: true });
  await expect(frame(page).status).toContainText('Up to date');
  const confirmed = await confirmSuggestedNames(page);
  process.stdout.write(
    `${confirmed.names.size} suggested names were confirmed by ${confirmed.presses} presses.\n`,
  );
  await page.keyboard.press('h');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  let keys = 0;
  const press = async (...all: readonly string[]): Promise<void> => {
    for (const key of all) {
      keys += 1;
      await page.keyboard.press(key);
    }
  };
  return { ...confirmed, page, clinic, press, countKeys: () => keys };
}

test('Five of my overdue reviews are done from Home by 7 keys, each record with its patient shown before its key', async ({
  startApp,
  startClinic,
}) => {
  const { page, press, countKeys, names } = await openJob({ startApp, startClinic });
  const overdue = page.getByRole('button', { name: /My overdue reviews/ });
  await expect(overdue).toHaveText(/^[1-9]/);
  await expect(overdue).toBeFocused();
  const before = Number.parseInt((await overdue.textContent()) ?? '', 10);
  expect(before).toBeGreaterThanOrEqual(5);
  const { rows, record, heading } = browser(page);
  await press('Enter');
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  await press('Enter');
  const seen: string[] = [];
  const named: boolean[] = [];
  for (let review = 0; review < 5; review += 1) {
    await expect.poll(async () => [...seen, ''].includes((await record.textContent()) ?? '')).toBe(false);
    await expect(heading).toBeVisible();
    await expect(record).toContainText(/overdue .*your review/);
    const shown = (await record.textContent()) ?? '';
    seen.push(shown);
    named.push([...names.values()].some((name) => shown.includes(name)));
    await press('e');
  }
  expect(named).toEqual([true, true, true, true, true]);
  expect(countKeys()).toBe(7);
  await page.keyboard.press('h');
  await expect.poll(async () => Number.parseInt((await overdue.textContent()) ?? '', 10)).toBe(before - 5);
});

test('An order for a known patient takes 16 keys', async ({ startApp, startClinic }) => {
  const { page, clinic, press, countKeys, names } = await openJob({ startApp, startClinic });
  const box = (name: string) => page.getByRole('combobox', { name, exact: true });
  /** Waits for a suggestion that matches, then takes the first one. */
  const takeFirst = async (words: RegExp): Promise<void> => {
    await expect(page.getByRole('option').first()).toContainText(words);
    await press('ArrowDown', 'Enter');
  };
  await press('n');
  await expect(box('Patient')).toBeFocused();
  await press('l', 'e', 'o', 'n');
  await takeFirst(/Leon/);
  const shown = await box('Patient').inputValue();
  expect(shown).toMatch(/^Leon /);
  const patients = [...names].flatMap(([id, name]) => (name === shown ? [id] : []));
  await press('Tab');
  await expect(page.getByRole('radio', { name: 'Lab' })).toBeFocused();
  await press('Tab');
  await expect(box('Ordering provider')).toHaveValue(names.get(clinic.userId) ?? clinic.userId);
  await press('Tab');
  await expect(box('Name')).toBeFocused();
  await press('l', 'i', 'p');
  await takeFirst(/Lipid panel/);
  await expect(page.getByText('It has no diagnosis and facility.')).toBeVisible();
  await press('Control+s');
  await expect(browser(page).heading).toHaveText(/Lipid panel/);
  expect(countKeys()).toBe(16);
  // It is on the service, not only on this computer.
  const isSent = (): boolean =>
    clinic.writeLog().some(({ body }) => patients.some((id) => JSON.stringify(body).includes(id)));
  await expect.poll(isSent).toBe(true);
});

test('Everything of a patient is found by name with 6 keys', async ({ startApp, startClinic }) => {
  const { page, press, countKeys, names } = await openJob({ startApp, startClinic });
  expect([...names.values()].some((name) => name.startsWith('Leon '))).toBe(true);
  await press('Control+k');
  // The code of the palette is read when it is first opened.
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  await press('l', 'e', 'o', 'n');
  await expect(page.getByRole('menuitem').first()).toContainText(/Leon/);
  await press('Enter');
  await expect(page.getByRole('main').getByRole('heading', { name: /Leon/ })).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: /^Requisitions/ })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  expect(countKeys()).toBe(6);
});
