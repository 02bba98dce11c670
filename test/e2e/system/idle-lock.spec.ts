import type { Page } from 'playwright';
import { callBridge } from '../bridge.ts';
import { expect, test, type App } from '../fixtures.ts';
import { accounts } from '../screens/accounts.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';
import { lockScreen } from '../screens/lock.ts';
import { settings } from '../screens/settings.ts';
import { INSPECTED, SWEEP, inspect } from '../sweep.ts';

const PIN = '482913';

/**
 * Lets the time without input pass in steps that are no sleep, which a minute would be, until what is asked for is true.
 * The program looks at it every five seconds.
 */
async function passUntil(app: App, isDone: () => Promise<boolean>): Promise<void> {
  const step = async (): Promise<boolean> => {
    if (await isDone()) return true;
    app.tellPower({ passSeconds: 40 });
    return false;
  };
  await expect.poll(step, { intervals: [5_500], timeout: 120_000 }).toBe(true);
}

/** An account opens with the first screen, in a moment; the list of requisitions is another one. */
async function expectRequisitions(page: Page, shown: string): Promise<void> {
  await expect(async () => {
    await frame(page).goTo('Requisitions');
    await expect(browser(page).count).toHaveText(shown, { timeout: 2_000 });
  }).toPass();
}

test(
  'A window without input warns a minute before it locks; "Stay" keeps it open, and one press opens the demo clinic',
  INSPECTED,
  async ({ makeApp }) => {
    test.slow();
    const app = makeApp();
    await app.start();
    const { page } = app;
    const { heading, press } = lockScreen(page);
    const warning = page.getByText('This window is not in use and locks in less than a minute.');
    await expect(frame(page).status).toContainText('Up to date');
    await frame(page).goTo('Settings');
    await settings(page).choose('Lock after', '2 minutes without input');
    await frame(page).goTo('Requisitions');

    app.tellPower({ idleSeconds: 3600 });
    await passUntil(app, () => warning.isVisible());
    await expect(heading).toBeHidden();
    // The inspection of a busy computer may take longer than the minute until the lock.
    app.tellPower({ isTimeStopped: true });
    await inspect(page, 'lock-warning');
    app.tellPower({ isTimeStopped: false });
    await page.getByRole('button', { name: 'Stay' }).press('Enter');
    await expect(warning).toBeHidden();

    await passUntil(app, () => warning.isVisible());
    await passUntil(app, () => heading.isVisible());
    await expect(page.getByText('This window was not used for a while.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeFocused();
    await inspect(page, 'lock-covered');
    await press('Open');
    await frame(page).goTo('Requisitions');
    await expect(browser(page).rows.first()).toBeVisible();
  },
);

test(
  'After ten wrong PINs the lock screen says how long the next try has to wait, also after a start',
  SWEEP,
  async ({ startApp, startClinic, keychain }) => {
    test.slow();
    const clinic = await startClinic();
    const app = await startApp({ baseUrl: clinic.baseUrl, keychain });
    await accounts(app.page).signIn(clinic);
    await expect(browser(app.page).count).toHaveText('60 requisitions');
    await lockScreen(app.page).setFirstPin(PIN);
    await lockScreen(app.page).lock();
    const { enter } = lockScreen(app.page);
    await expect(app.page.getByText('All changes are on the service.')).toBeVisible();
    for (let left = 9; left > 0; left -= 1) {
      await enter('750284');
      await expect(app.page.getByText(new RegExp(`\\b${left} (?:try is|tries are) left`))).toBeVisible();
    }
    await enter('750284');
    const wait = /The next one is possible in 1[45]:\d\d/;
    await expect(app.page.getByText(wait).filter({ visible: true }).first()).toBeVisible();
    await inspect(app.page, 'lock-wait');
    await app.restart();
    const again = lockScreen(app.page);
    await expect(again.heading).toBeVisible();
    await expect(app.page.getByText('All changes are on the service.')).toBeVisible();
    await again.enter(PIN);
    await expect(app.page.getByText(wait).filter({ visible: true }).first()).toBeVisible();
    await expect(again.pin).not.toBeEditable();
  },
);

test(
  'Where the policy requires a PIN, nothing of an account is shown before its user has set one',
  INSPECTED,
  async ({ makeApp, startClinic, keychain }) => {
    const clinic = await startClinic();
    const app = makeApp({ baseUrl: clinic.baseUrl, keychain, policy: '{ "requirePin": true }' });
    await app.start();
    const { page } = app;
    const { chooseNewPin, press, code, lock, enter, heading } = lockScreen(page);
    await accounts(page).signIn(clinic);
    await expect(page.getByRole('heading', { name: 'This account needs a PIN', level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation')).toBeHidden();
    const shown = await page.content();
    const names = [...clinic.listResources('requisition')].map((record) => String(record['name']));
    expect(names.filter((name) => shown.includes(name))).toEqual([]);
    expect(await callBridge(page, 'outbox.list', { limit: 1 })).toMatchObject({ error: { code: 'locked' } });
    await expect(page.getByLabel('New PIN', { exact: true })).toBeFocused();
    await inspect(page, 'required-pin');
    await chooseNewPin(PIN);
    await page.keyboard.press('Enter');
    await expect(code).toBeVisible();
    await expect(page.getByRole('navigation')).toBeHidden();
    await press('I have written it down');
    await expectRequisitions(page, '60 requisitions');
    await lock();
    await enter(PIN);
    await expect(heading).toBeHidden();
    await expectRequisitions(page, '60 requisitions');
  },
);

test(
  'At a locked window another person signs in, and the locked account stays on the computer',
  SWEEP,
  async ({ startApp, startClinic, keychain }) => {
    const north = await startClinic({ seed: 11, requisitions: 30 });
    const south = await startClinic({ seed: 12, requisitions: 47 });
    const app = await startApp({ baseUrl: north.baseUrl, keychain });
    const { page } = app;
    const { press, lock, enter, heading, setFirstPin } = lockScreen(page);
    await accounts(page).signIn(north);
    await expectRequisitions(page, '30 requisitions');
    await setFirstPin(PIN);
    await lock();
    await press('Sign in to another account');
    await accounts(page).signIn(south);
    await expectRequisitions(page, '47 requisitions');
    await frame(page).goTo('Accounts');
    const host = new URL(north.baseUrl).host;
    await page.getByRole('button', { name: new RegExp(`^Remove ${host}`) }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText(/is locked with its PIN and stays/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Delete and remove' })).toBeDisabled();
    await inspect(page, 'remove-locked');
    await page.keyboard.press('Escape');
    await accounts(page).open(host);
    await expect(heading).toBeVisible();
    await enter(PIN);
    await expectRequisitions(page, '30 requisitions');
  },
);
