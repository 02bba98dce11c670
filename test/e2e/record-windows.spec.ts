import type { Page } from 'playwright';
import { expect, test, type App } from './fixtures.ts';
import { callBridge } from './bridge.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { lockScreen } from './screens/lock.ts';
import { save } from './screens/outbox.ts';
import { INSPECTED, inspect } from './sweep.ts';

/** Does what opens a window, and returns its page once it shows a record. */
async function openWindow({ page }: App, act: () => Promise<unknown>): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await act();
  const window = await opened;
  await expect(window.getByRole('heading', { level: 2 }).first()).toBeVisible();
  return window;
}

/** Presses a key that closes the window, which may be gone before the key is released. */
async function pressLast(window: Page, key: string): Promise<void> {
  const closed = window.waitForEvent('close');
  await Promise.all([closed, window.keyboard.press(key).catch(() => {})]);
}

const countWindows = ({ page }: App): number => page.context().pages().length;
const heading = (window: Page) => window.getByRole('heading', { level: 2 }).first();

async function waitUntilSynced({ page }: App): Promise<void> {
  await expect(frame(page).status).toContainText('Up to date');
}

test(
  'A requisition in its own window is the same record, without a list, and its name has the focus',
  INSPECTED,
  async ({ startApp }) => {
    const app = await startApp();
    await waitUntilSynced(app);
    await browser(app.page).open();
    const name = (await browser(app.page).heading.textContent()) ?? '';
    const window = await openWindow(app, () => app.page.keyboard.press('Shift+O'));
    await expect(window.getByRole('heading', { level: 1, name: 'Requisition' })).toBeAttached();
    await expect(heading(window)).toHaveText(name);
    await expect(heading(window)).toBeFocused();
    await expect(window.getByRole('listbox')).toHaveCount(0);
    await expect(window.getByRole('navigation')).toHaveCount(0);
    expect(await window.title()).toBe('Requisition – Intray');
    expect(await app.titles()).toContain('Requisition – Intray');
    await inspect(window, 'record-window');
    // Keys of lists and the key that leaves a record do nothing here.
    for (const key of ['Escape', 'j', 'Control+k', 'Control+b']) await window.keyboard.press(key);
    await expect(heading(window)).toHaveText(name);

    await app.page.bringToFront();
    await app.page.keyboard.press('Shift+O');
    await expect(browser(app.page).heading).toHaveText(name);
    expect(countWindows(app)).toBe(2);
    await pressLast(window, 'Control+w');
    await expect.poll(() => countWindows(app)).toBe(1);
    await expect(browser(app.page).heading).toHaveText(name);
  },
);

test('Two windows show the same record alike when one of them changes it', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ requisitions: 1 });
  const app = await startApp({ clinic });
  await waitUntilSynced(app);
  const [first] = clinic.listResources('requisition');
  await browser(app.page).open(String(first?.['name']));
  const window = await openWindow(app, () =>
    app.page.getByRole('button', { name: 'Open in its own window' }).click(),
  );
  await window.getByRole('button', { name: 'Follow up', exact: true }).click();
  await window.getByRole('button', { name: 'Save follow-up' }).click();
  await expect(window.getByText(/^Followed up/).first()).toBeVisible();
  await expect(browser(app.page).record.getByText(/^Followed up/)).toBeVisible();
  const record = { id: String(first?.['id']), name: 'Renamed in one window' };
  await save(app.page, 'requisitions.update', record);
  await expect(heading(window)).toHaveText(record.name);
  await expect(browser(app.page).heading).toHaveText(record.name);
});

test('The lock closes the windows of records, and none comes back', async ({ startApp }) => {
  const app = await startApp({ ownProgram: true });
  const { page } = app;
  await waitUntilSynced(app);
  await browser(page).open();
  const name = (await browser(page).heading.textContent()) ?? '';
  const window = await openWindow(app, () => page.keyboard.press('Shift+O'));
  const closed = window.waitForEvent('close');
  await pressLast(window, 'Control+l');
  await closed;
  const { heading: locked } = lockScreen(page);
  await expect(locked).toBeVisible();
  expect(await page.content()).not.toContain(name);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(locked).toBeHidden();
  expect(countWindows(app)).toBe(1);
});

test('What is typed in the window of a record, and not saved, is named in the main one once it has closed', async ({
  startApp,
  startClinic,
}) => {
  const app = await startApp({ clinic: await startClinic({ requisitions: 1 }) });
  const { page } = app;
  await waitUntilSynced(app);
  await browser(page).open();
  const window = await openWindow(app, () => page.keyboard.press('Shift+O'));
  await window.getByRole('button', { name: 'Follow up', exact: true }).click();
  await window.getByLabel('Note').fill('Ask for the form');
  const readStored = async (): Promise<string> =>
    JSON.stringify(await callBridge(window, 'screenStates.list'));
  await expect.poll(readStored).toContain('Ask for the form');
  const closed = window.waitForEvent('close');
  await Promise.all([closed, callBridge(window, 'windows.close').catch(() => {})]);
  await expect(page.getByText('Not saved yet, but kept: a reminder.')).toBeVisible();
  await page.getByRole('button', { name: 'Go there' }).click();
  await page.getByRole('button', { name: 'Follow up', exact: true }).click();
  await expect(page.getByLabel('Note')).toHaveValue('Ask for the form');
});
