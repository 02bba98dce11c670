import type { DemoServer } from '#main/demo/server.ts';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { findBrokenWords, findOverflow } from './overflow.ts';
import { frame } from './screens/frame.ts';
import { inbox } from './screens/inbox.ts';
import { INSPECTED, SWEEP, inspect } from './sweep.ts';

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

test('What was marked as unread stays unread after listing, opening, syncing and a restart', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ notifications: 30 });
  const before = unread(clinic);
  const app = await startApp({ clinic });
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

test(
  'Notifications about one object are one row that opens as a thread',
  SWEEP,
  async ({ startApp, startClinic }) => {
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
    await inspect(page, 'thread');
    await thread.getByRole('button', { name: 'Mark all 2 as read' }).click();
    await expect(browser(page).rows.filter({ hasText: '3 notifications' })).not.toContainText('unread');
  },
);

test(
  'Props of any shape are shown, can be expanded and are never executed',
  INSPECTED,
  async ({ startApp, startClinic }) => {
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
    await inspect(page, 'props');
    await record.getByRole('button', { name: `Open the requisition ${order}` }).click();
    await expect(record).toContainText(order);
  },
);

test(
  'Buttons open records that are here, and explain anything else',
  SWEEP,
  async ({ startApp, startClinic }) => {
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
    await inspect(page, 'buttons');
    await open('Buttons');
    await record.getByRole('button', { name: 'To the requisition' }).click();
    await expect(record).toContainText(order);
  },
);

test(
  'An inbox without a service says so, and so does one without notifications',
  SWEEP,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic({ notifications: 0 });
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    await frame(page).goTo('Inbox');
    await expect(page.getByText('This account has no notifications.')).toBeVisible();
    await inbox(page).search.fill('unread:yes');
    await expect(page.getByText('Nothing matches.')).toBeVisible();
    await inspect(page, 'empty-inbox');
  },
);

test('A video call asks for confirmation with its host, and opens in the browser', async ({
  startApp,
  startClinic,
  host,
}) => {
  test.skip(host === 'electron', 'only the stand-in answers for the person');
  const clinic = await startClinic({ notifications: 120 });
  const app = await startApp({ clinic, answers: 'Open the call' });
  const { page } = app;
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Inbox');
  await browser(page).search.fill('"video visit"');
  await browser(page).open('video visit');
  await page.getByRole('button', { name: 'Join at video.invalid' }).click();
  await expect.poll(() => app.output()).toContain('ask Open this video call in the browser?');
  await expect.poll(() => app.output()).toMatch(/^browse https:\/\/video\.invalid\/j\//m);
});

test('The words about attendees stay whole in every width, and an endless one widens nothing', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const ENDLESS = `W${'w'.repeat(99)}`;
  const statuses = ['not_confirmed', ENDLESS];
  const booked = serviceRecords(clinic).find((record) => getKind(record) === 'appointment');
  const props = booked?.['props'] as Raw & { readonly attendees: readonly Raw[] }; // as the demo clinic makes them
  const attendees = props.attendees.map((each, at) => ({ ...each, attendance_status: statuses[at] ?? '' }));
  const changed = { title: 'Words of attendees', props: { ...props, attendees } };
  alter(
    clinic,
    serviceRecords(clinic).map((record) => (record['id'] === booked?.['id'] ? changed : {})),
  );
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Inbox');
  const { open, record } = browser(page);
  await open('Words of attendees');
  const table = record.getByRole('table').filter({ hasText: 'Attendance' });
  await expect(table).toContainText('Not confirmed');
  for (const width of [320, 700, 760, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const broken = await findBrokenWords(table);
    expect(
      broken.filter((word) => word !== ENDLESS),
      `at ${width} px`,
    ).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
    const excess = await table.evaluate(
      ({ offsetWidth, parentElement }: HTMLElement) => offsetWidth - (parentElement?.clientWidth ?? 0),
    );
    expect(excess, `at ${width} px`).toBeLessThanOrEqual(0);
  }
});
