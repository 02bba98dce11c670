import type { Page } from 'playwright';
import type { DemoServer } from '#main/demo/server.ts';
import { expect, test, type App } from '../fixtures.ts';
import { accounts } from '../screens/accounts.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';
import { lockScreen } from '../screens/lock.ts';
import { save } from '../screens/outbox.ts';

const PIN = '482913';
const OTHER_PIN = '750284';

const getNames = (clinic: DemoServer): readonly string[] =>
  [...clinic.listResources('requisition')].map((record) => String(record['name']));

/** Marks the page, so that a new one can be told from it. */
const markPage = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.assign(window, { isFormerPage: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'isFormerPage' in window);

async function signIn({ page }: App, clinic: DemoServer, shown: string): Promise<void> {
  await accounts(page).signIn(clinic);
  // Another account opens with the first screen, in a moment.
  await expect(async () => {
    await frame(page).goTo('Requisitions');
    await expect(browser(page).count).toHaveText(shown, { timeout: 2_000 });
  }).toPass();
  await expect(frame(page).status).toContainText('Up to date');
}

/** Everything that the page holds and tells: its elements, and what a screen reader finds. */
async function readAll(page: Page): Promise<string> {
  const spoken = await page.locator('body').ariaSnapshot();
  return `${await page.content()}\n${spoken}`;
}

const findNames = async (page: Page, clinic: DemoServer): Promise<readonly string[]> => {
  const all = await readAll(page);
  return getNames(clinic).filter((name) => all.includes(name));
};

test('The key of the lock covers the window with a new page, and the PIN opens it with every change kept', async ({
  startApp,
  startClinic,
  keychain,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ baseUrl: clinic.baseUrl, keychain });
  const { page } = app;
  const { heading, pin, enter, lock, setFirstPin } = lockScreen(page);
  await signIn(app, clinic, '60 requisitions');
  await setFirstPin(PIN);
  await expect(page.getByText('This account is locked with a PIN.')).toBeVisible();
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  const [first] = clinic.listResources('requisition');
  await save(page, 'requisitions.update', { id: String(first?.['id']), name: 'Written before the lock' });
  await expect(frame(page).waiting).toContainText('1 pending change');
  await frame(page).goTo('Requisitions');
  await browser(page).open();
  expect((await findNames(page, clinic)).length).toBeGreaterThan(0);
  await markPage(page);

  await lock();
  expect(await isMarked(page)).toBe(false);
  expect(await findNames(page, clinic)).toEqual([]);
  await expect(page.getByRole('navigation')).toBeHidden();
  expect(await page.title()).toBe('Intray');
  await expect(page.getByText('1 change has not been sent yet.')).toBeVisible();
  await expect(page.getByText('You locked this window.')).toBeVisible();

  await expect(pin).toBeFocused();
  await enter(OTHER_PIN);
  await expect(page.getByText('This PIN is wrong. 9 tries are left')).toBeVisible();
  await expect(pin).toHaveValue('');
  await expect(pin).toBeFocused();
  await enter(PIN);
  await expect(heading).toBeHidden();
  await frame(page).goTo('Requisitions');
  await expect(browser(page).count).toHaveText('60 requisitions');
  await expect(frame(page).waiting).toContainText('1 pending change');
  clinic.faults.clear();
  await frame(page).syncNow.click();
  await expect(frame(page).waiting).toContainText('No pending changes');
  expect(getNames(clinic)).toContain('Written before the lock');
});

test('An account with a PIN is locked after a start, and its recovery code replaces a forgotten PIN once', async ({
  startApp,
  startClinic,
  keychain,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ baseUrl: clinic.baseUrl, keychain });
  await signIn(app, clinic, '60 requisitions');
  const code = await lockScreen(app.page).setFirstPin(PIN);
  expect(code).toMatch(/^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/);

  await app.restart();
  const { page } = app;
  const { heading, recover, lock, enter, press } = lockScreen(page);
  await expect(heading).toBeVisible();
  expect(await findNames(page, clinic)).toEqual([]);
  const next = await recover(code.toLowerCase().replaceAll('-', ' '), OTHER_PIN);
  expect(next).not.toBe(code);
  await frame(page).goTo('Requisitions');
  await expect(browser(page).count).toHaveText('60 requisitions');

  await lock();
  await press('Forgotten the PIN?');
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(code);
  await page.getByLabel('New PIN', { exact: true }).fill(PIN);
  await page.getByLabel('New PIN again').fill(PIN);
  await press('Open with the code');
  await expect(page.getByText('This recovery code does not open the account.')).toBeVisible();
  await press('Back to the PIN');
  await enter(OTHER_PIN);
  await frame(page).goTo('Requisitions');
  await expect(browser(page).count).toHaveText('60 requisitions');
});

test('A computer whose screen is locked covers an account without a PIN, which one press opens again', async ({
  makeApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const app = makeApp({ clinic });
  await app.start();
  const { page } = app;
  const { heading, press } = lockScreen(page);
  await frame(page).goTo('Requisitions');
  await expect(browser(page).rows.first()).toBeVisible();
  expect((await findNames(page, clinic)).length).toBeGreaterThan(0);
  app.tellPower({ power: 'lock-screen' });
  await expect(heading).toBeVisible();
  await expect(page.getByText('This computer was locked.')).toBeVisible();
  expect(await findNames(page, clinic)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeFocused();
  await press('Open');
  await frame(page).goTo('Requisitions');
  await expect(browser(page).count).toHaveText('60 requisitions');
});
