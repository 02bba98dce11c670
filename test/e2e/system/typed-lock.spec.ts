import type { Page } from 'playwright';
import { expect, test, type App } from '../fixtures.ts';
import { accounts } from '../screens/accounts.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';
import { lockScreen } from '../screens/lock.ts';
import { settings } from '../screens/settings.ts';

const PIN = '482913';

/** Types a note about a requisition; it is not saved, and the field keeps the focus. */
async function typeNote(page: Page, name: string, note: string): Promise<void> {
  await frame(page).goTo('Requisitions');
  await browser(page).open(name);
  await browser(page).record.getByRole('button', { name: 'Follow up' }).click();
  await page.getByLabel('Note').pressSequentially(note);
}

/** Checks that the note is offered, and that it stands where it was typed. */
async function expectNote(page: Page, note: string): Promise<void> {
  await expect(page.getByText('Not saved yet, but kept: a reminder.')).toBeVisible();
  await page.getByRole('button', { name: 'Go there' }).click();
  await browser(page).record.getByRole('button', { name: 'Follow up' }).click();
  await expect(page.getByLabel('Note')).toHaveValue(note);
}

/** Lets the time without input pass in steps that are no sleep, which a minute would be, until the window is locked. */
async function passUntilLocked(app: App): Promise<void> {
  const { heading } = lockScreen(app.page);
  const step = async (): Promise<boolean> => {
    if (await heading.isVisible()) return true;
    app.tellPower({ passSeconds: 40 });
    return false;
  };
  await expect.poll(step, { intervals: [5_500], timeout: 120_000 }).toBe(true);
}

test('What stands in a form when nobody uses the computer is there after the lock by idleness', async ({
  makeApp,
  startClinic,
}) => {
  test.slow();
  const clinic = await startClinic();
  const app = makeApp({ clinic });
  await app.start();
  const { page } = app;
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Settings');
  await settings(page).choose('Lock after', '1 minute without input');
  const [first] = clinic.listResources('requisition');
  await typeNote(page, String(first?.['name']), 'Call the lab on Friday');
  app.tellPower({ idleSeconds: 3600 });
  await passUntilLocked(app);
  await expect(page.getByText('may not be saved')).toBeHidden();
  expect(await page.content()).not.toContain('Call the lab');
  await lockScreen(page).press('Open');
  await expectNote(page, 'Call the lab on Friday');
});

test('What was being typed when the user locked the window is there once the PIN has opened it', async ({
  startApp,
  startClinic,
  keychain,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ baseUrl: clinic.baseUrl, keychain });
  const { page } = app;
  const { lock, enter, heading, setFirstPin } = lockScreen(page);
  await accounts(page).signIn(clinic);
  await expect(frame(page).status).toContainText('Up to date');
  await setFirstPin(PIN);
  const [first] = clinic.listResources('requisition');
  await typeNote(page, String(first?.['name']), 'Ask for the older result');
  await lock();
  await expect(page.getByText('You locked this window.')).toBeVisible();
  await expect(page.getByText('may not be saved')).toBeHidden();
  expect(await page.content()).not.toContain('older result');
  await enter(PIN);
  await expect(heading).toBeHidden();
  await expectNote(page, 'Ask for the older result');
});
