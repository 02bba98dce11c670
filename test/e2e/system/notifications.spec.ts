import type { Page } from 'playwright/test';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { unwrap } from '../../support/results.ts';
import { callBridge } from '../bridge.ts';
import { expect, test, type App } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';

test.beforeEach(({ host }) => {
  test.skip(host === 'electron', 'only the stand-in tells what the operating system was asked to show');
});

/** The system notifications that were shown, oldest first. */
function notices(app: App): readonly string[] {
  return app
    .output()
    .split('\n')
    .filter((line) => line.startsWith('notice '));
}

async function chooseNotices(page: Page, level: string): Promise<void> {
  await frame(page).goTo('Settings');
  await page
    .getByRole('radiogroup', { name: 'What a system notification shows' })
    .getByText(level, { exact: true })
    .click();
}

test('A new notification is shown once, only with its kind; a click opens it, and it stays unread', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic });
  const { page } = app;
  await expect(frame(page).status).toContainText('Up to date');
  expect(notices(app)).toEqual([]);

  const id = clinic.otherUsers.notify();
  await frame(page).syncNow.click();
  await expect.poll(() => notices(app).length).toBe(1);
  expect(notices(app)[0]).toMatch(
    /^notice 1 new notification \| 1 (appointment|message|prescription|other)$/,
  );
  app.clickNotice();
  const told = [...clinic.listResources('notification')].find((each) => each['id'] === id);
  await expect(browser(page).record.getByRole('heading', { level: 2 })).toHaveText(String(told?.['title']));
  expect(told?.['read']).toBe(false);

  await app.restart();
  await expect(frame(app.page).status).toContainText('Up to date');
  expect(notices(app)).toHaveLength(1);
});

test('A snoozed notification whose time comes is told once, and a click leads to the inbox', async ({
  startApp,
  startClinic,
}) => {
  const app = await startApp({ clinic: await startClinic() });
  await expect(frame(app.page).status).toContainText('Up to date');
  const list = unwrap(await callBridge(app.page, 'inbox.page', { terms: [], order: { unreadFirst: true } }));
  const [row] = list.items;
  const until = Date.now() + SECOND;
  unwrap(await callBridge(app.page, 'inbox.snooze', { ids: [row?.id], until }));
  expect(notices(app)).toEqual([]);

  // Its time comes while Intray is restarted, or in the minute after that.
  await app.restart();
  await expect.poll(() => notices(app), { timeout: 2 * MINUTE }).toHaveLength(1);
  expect(notices(app)[0]).toMatch(/^notice 1 snoozed notification is back \| /);
  app.clickNotice();
  await expect(app.page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
});

test('The badge of the program shows the count of the navigation rail', async ({ startApp, startClinic }) => {
  const app = await startApp({ clinic: await startClinic() });
  const { page } = app;
  await expect(frame(page).status).toContainText('Up to date');
  const badge = (): string | undefined => app.output().match(/badge \d+(?![\s\S]*badge)/)?.[0];
  const inRail = async (): Promise<string> => {
    const shown = await frame(page).place('Inbox').textContent();
    return `badge ${shown?.match(/\d+/)?.[0]}`;
  };
  // Both follow the same count, each in its own time: they are compared until they agree.
  const isAgreed = async (): Promise<boolean> => badge() === (await inRail());
  await expect.poll(isAgreed).toBe(true);
  const before = badge();
  await frame(page).goTo('Inbox');
  await browser(page).open('Unread');
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await expect.poll(badge).not.toBe(before);
  await expect.poll(isAgreed).toBe(true);
});

test('No notification is shown when they are turned off, except for the end of a sign-in', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic });
  const { page } = app;
  await expect(frame(page).status).toContainText('Up to date');
  await chooseNotices(page, 'Nothing');
  clinic.otherUsers.notify();
  await frame(page).syncNow.click();
  await expect(frame(page).status).toContainText('Up to date');
  clinic.faults.add({ match: {}, action: { kind: 'answer', status: 401 } });
  await frame(page).syncNow.click();
  await expect.poll(() => notices(app)).toEqual([expect.stringContaining('Intray is signed out')]);
  app.clickNotice();
  await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible();
});

test('The text of a notification is shown if the user chose so', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic });
  const { page } = app;
  await expect(frame(page).status).toContainText('Up to date');
  await chooseNotices(page, 'Everything');
  const id = clinic.otherUsers.notify();
  await frame(page).syncNow.click();
  await expect.poll(() => notices(app).length).toBe(1);
  const told = [...clinic.listResources('notification')].find((each) => each['id'] === id);
  expect(notices(app)[0]).toContain(String(told?.['title']));
});
