import type { DemoServer } from '#main/demo/server.ts';
import { barriers } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { inbox } from './screens/inbox.ts';

/** The maximum depth of the formatted JSON here. */
const DEPTH = 900;

type Raw = Readonly<Record<string, unknown>>;
interface RawPage {
  readonly object: string;
  readonly data: readonly Raw[];
}

const NOTIFICATIONS = /\/v2\/notifications/;

const serviceRecords = (clinic: DemoServer): readonly Raw[] => [...clinic.listResources('notification')];
const unread = (clinic: DemoServer): number =>
  serviceRecords(clinic).filter(({ read }) => read === false).length;
/** The kind of object that a notification is about. */
const getKind = ({ props }: Raw): unknown => (props as Raw)['object'];
/** The day of UTC on which a notification was created. */
const utcDay = ({ created_at: at }: Raw): string => String(at).slice(0, 'YYYY-MM-DD'.length);

/** Makes the clinic send each of its first notifications with other fields. */
function alter(clinic: DemoServer, changes: readonly Raw[]): void {
  const changed = new Map(serviceRecords(clinic).map(({ id }, index) => [id, changes[index]]));
  const altered = (record: Raw): Raw => ({ ...record, ...changed.get(record['id']) });
  clinic.faults.add({
    match: { path: NOTIFICATIONS },
    action: {
      kind: 'replace',
      body: (parsed) => {
        const sent = parsed as Raw & RawPage; // one record, or a page of them
        return sent.object === 'list' ? { ...sent, data: sent.data.map(altered) } : altered(sent);
      },
    },
  });
}

for (const network of ['with a network', 'without one']) {
  test(`One, several and all notifications of a filter are marked as read, ${network}`, async ({
    startApp,
    startClinic,
  }) => {
    const clinic = await startClinic({ notifications: 700 });
    const before = unread(clinic);
    // Counted before anything is marked: marks reach the service while the test goes on.
    const messages = serviceRecords(clinic).filter((each) => getKind(each) === 'message');
    const unreadMessages = messages.filter(({ read }) => read === false).length;
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    if (network === 'without one') clinic.faults.add({ match: {}, action: { kind: 'close' } });
    await frame(page).goTo('Inbox');
    const { count, unreadInRail, strip, choose, find, pick, picks } = inbox(page);
    await expect(count).toHaveText(`700 notifications · ${before} unread`);
    await expect(unreadInRail).toHaveText(String(before));

    await browser(page).rows.filter({ hasText: 'Unread', hasNotText: 'notifications' }).first().click();
    await expect(browser(page).heading).toBeVisible();
    await expect(unreadInRail).toHaveText(String(before));
    await page.keyboard.press('Shift+I');
    await expect(unreadInRail).toHaveText(String(before - 1));
    await page.keyboard.press('Control+Z');
    await expect(count).toHaveText(`700 notifications · ${before} unread`);

    await find('unread:no', /· 0 unread$/);
    await pick(3);
    await picks.getByRole('button', { name: 'Mark as unread' }).click();
    await expect(strip).toContainText('3 are marked as unread.');
    await expect(unreadInRail).toHaveText(String(before + 3));
    await page.keyboard.press('Control+Z');
    await expect(strip).toContainText('3 are restored.');
    await expect(unreadInRail).toHaveText(String(before));

    const found = new RegExp(`^${messages.length} notifications · ${unreadMessages} unread$`);
    await find('about:message', found);
    await choose('Mark found', `Mark all ${unreadMessages} that were found as read`);
    await expect(strip).toContainText(`${unreadMessages} are marked as read.`);
    await expect(unreadInRail).toHaveText(String(before - unreadMessages));
    await strip.getByRole('button', { name: /^Undo/ }).click();
    await expect(strip).toContainText(`${unreadMessages} are restored.`);
    await expect(unreadInRail).toHaveText(String(before));
  });
}

test('Read marks made without a network reach the service, and nothing else does', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ notifications: 60 });
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await frame(page).goTo('Inbox');
  const { choose, strip } = inbox(page);
  await choose('Mark all', /as read$/);
  await expect(strip).toContainText('marked as read');
  expect(unread(clinic)).toBeGreaterThan(0);
  await expect(frame(page).waiting).toContainText(`${unread(clinic)} pending changes`);
  clinic.faults.clear();
  await frame(page).syncNow.click();
  await expect(frame(page).waiting).toContainText('No pending changes');
  expect(unread(clinic)).toBe(0);
  expect(clinic.writeLog().filter(({ path }) => !path.startsWith('/v2/notifications/'))).toEqual([]);
});

test('What was marked as unread stays unread after listing, opening, syncing and a restart', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ notifications: 30 });
  const before = unread(clinic);
  const app = await startApp({ clinic, ownProgram: true });
  await expect(frame(app.page).status).toContainText('Up to date');
  await frame(app.page).goTo('Inbox');
  await browser(app.page).open('Unread');
  await app.restart();
  await expect(frame(app.page).status).toContainText('Up to date');
  await frame(app.page).goTo('Inbox');
  await expect(inbox(app.page).unreadInRail).toHaveText(String(before));
  await expect(inbox(app.page).count).toContainText(`${before} unread`);
  expect(unread(clinic)).toBe(before);
  expect(clinic.writeLog()).toEqual([]);
});

test('The date filters find what the service finds, and a UTC day excludes other date filters', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ notifications: 300 });
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Inbox');
  const { find, search } = inbox(page);
  const day = utcDay(serviceRecords(clinic)[40] ?? {});
  const all = serviceRecords(clinic);
  const words = (found: readonly Raw[]): RegExp => new RegExp(`^${found.length} notifications? · `);
  await find(`search_on:${day}`, words(all.filter((each) => utcDay(each) === day)));
  await find(`search_from:${day}`, words(all.filter((each) => utcDay(each) >= day)));
  await find(`search_until:${day}`, words(all.filter((each) => utcDay(each) < day)));

  await search.fill('');
  await page.getByRole('button', { name: 'Dates in UTC' }).click();
  await page.getByLabel('After', { exact: true }).fill('2020-01-01');
  await page.getByLabel('On one UTC day').fill(day);
  await expect(page.getByLabel('After', { exact: true })).toHaveValue('');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(search).toHaveValue(`search_on:${day}`);
  await search.fill(`search_on:${day} search_from:2020-01-01`);
  await expect(page.getByText(/With “On the UTC day”/)).toBeVisible();
  await expect(inbox(page).count).toHaveText(words(all.filter((each) => utcDay(each) === day)));
});

test('Notifications about one object are one row that opens as a thread', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ notifications: 12 });
  const three = serviceRecords(clinic).slice(0, 3);
  const isRead = [false, true, false];
  for (const [index, { id }] of three.entries())
    clinic.otherUsers.updateNotification(String(id), { read: isRead[index] });
  const same = { user: three[0]?.['user'], props: { id: 'mesg_thread01', object: 'message' } };
  alter(
    clinic,
    ['Third', 'Second', 'First'].map((title) => ({ ...same, title })),
  );
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Inbox');
  const line = browser(page).rows.filter({ hasText: '3 notifications, 2 unread' });
  await expect(line).toHaveCount(1);
  await line.click();
  const { thread } = inbox(page);
  await expect(thread.getByRole('listitem')).toHaveCount(3);
  await thread.locator('summary').first().click();
  await expect(thread.getByRole('button', { name: /^Mark as/ })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await thread.getByRole('button', { name: 'Mark all 2 as read' }).click();
  await expect(browser(page).rows.filter({ hasText: '3 notifications' })).not.toContainText('unread');
});

test('Props of any shape are shown, can be expanded and are never executed', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ notifications: 8 });
  const order = String([...clinic.listResources('requisition')][0]?.['id']);
  const deep: unknown = JSON.parse(`${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`);
  const hostile = JSON.parse(
    `{"object":"note","__proto__":{"isAdmin":true},"then":"x","markup":"<img src=x onerror=window.hacked=1>","order":"${order}"}`,
  ) as unknown;
  alter(clinic, [
    { title: 'Hostile', props: hostile },
    { title: 'Deep', props: { object: 'note', deep } },
    { title: 'Nothing', props: null },
    { title: 'Words', props: 'only words' },
  ]);
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Inbox');
  const { record, open } = browser(page);
  for (const title of ['Deep', 'Nothing', 'Words']) {
    await open(title);
    await expect(record.getByRole('heading', { name: title })).toBeVisible();
  }
  await open('Hostile');
  await expect(record).toContainText('<img src=x onerror=window.hacked=1>');
  await expect(record).toContainText('__proto__');
  await expect(record.locator('img')).toHaveCount(0);
  expect(await page.evaluate(() => 'hacked' in window || 'isAdmin' in {})).toBe(false);
  expect(await barriers(page)).toEqual([]);
  await record.getByRole('button', { name: `Open the requisition ${order}` }).click();
  await expect(record).toContainText(order);
});

test('Buttons open records that are here, and explain anything else', async ({ startApp, startClinic }) => {
  const clinic = await startClinic({ notifications: 20 });
  const order = String([...clinic.listResources('requisition')][0]?.['id']);
  const all = serviceRecords(clinic);
  const visit = all.find((each) => getKind(each) === 'appointment');
  const visitId = String((visit?.['props'] as Raw | undefined)?.['id']);
  const buttons = [
    { title: 'To the requisition', link: `/requisitions?requisition=${order}` },
    { title: 'To the visit', link: `/calendar?appointment=${visitId}` },
    { title: 'To nothing known', link: '/calendar?appointment=appt_none01' },
    { title: 'To billing', link: '/billing?statement=stmt_1' },
    { title: 'Out', link: 'https://evil.example.org/' },
    { title: '', link: '' },
  ];
  const others = { title: 'Buttons', buttons, props: { object: 'note' } };
  alter(
    clinic,
    all.map((each) => (each === visit ? {} : others)),
  );
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Inbox');
  const { record, open } = browser(page);
  await open('Buttons');
  await expect(record).toContainText('There is no notification about this appointment on this computer.');
  await expect(record.getByRole('button', { name: 'To nothing known' })).toHaveCount(0);
  await expect(record).toContainText('The link leads to a page that Intray does not have.');
  await expect(record).toContainText('The link cannot be opened: it leads out of the application.');
  await expect(record).toContainText('Untitled link.');
  await expect(record.getByRole('button', { name: 'Out', exact: true })).toHaveCount(0);
  await record.getByRole('button', { name: 'To the visit' }).click();
  await expect(record.getByRole('region', { name: 'Video call' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await open('Buttons');
  await record.getByRole('button', { name: 'To the requisition' }).click();
  await expect(record).toContainText(order);
});

test('An inbox without a service says so, and so does one without notifications', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ notifications: 0 });
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Inbox');
  await expect(page.getByText('This account has no notifications.')).toBeVisible();
  await inbox(page).search.fill('unread:yes');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

for (const answer of ['Open the call', 'Cancel'] as const) {
  test(`A video call asks for confirmation with its host, and '${answer}' has its effect`, async ({
    startApp,
    startClinic,
    host,
  }) => {
    test.skip(host === 'electron', 'only the stand-in answers for the person');
    const clinic = await startClinic({ notifications: 120 });
    const app = await startApp({ clinic, answers: answer });
    const { page } = app;
    await expect(frame(page).status).toContainText('Up to date');
    await frame(page).goTo('Inbox');
    await browser(page).search.fill('"video visit"');
    await browser(page).open('video visit');
    await page.getByRole('button', { name: 'Join at video.invalid' }).click();
    await expect.poll(() => app.output()).toContain('ask Open this video call in the browser?');
    const browses = /^browse https:\/\/video\.invalid\/j\//m;
    if (answer === 'Open the call') await expect.poll(() => app.output()).toMatch(browses);
    else expect(app.output()).not.toMatch(browses);
  });
}
