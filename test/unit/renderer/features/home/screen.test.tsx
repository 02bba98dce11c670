import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { err } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { showClinic } from '../../../../support/page/clinic-page.tsx';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { NOON, rawNotification, rawRequisition } from '../../../../support/builders.ts';
import { openDemo, OWN_ACCOUNT } from '../../../../support/values.ts';

usePage();

const DAY_MS = 86_400_000;
const PAST = '2026-03-02T09:30:00.000Z';
const results = [{ status: 'results_received', changed_by: 'user_d1', changed_at: PAST }];
const review = (reviewer: string) => ({
  status: '',
  requested_by: 'user_d1',
  reviewer,
  requested_at: PAST,
  review_deadline: PAST,
  reviewed_at: null,
});

/** The queue with this name, once it has been counted. */
const queue = (name: RegExp): Promise<HTMLElement> => screen.findByRole('button', { name });

it('counts every queue of a clinic as its list does, and opens the list with the first row selected', async () => {
  await showClinic({ requisitions: 60 }, { screen: 'home' });
  const button = await queue(/^[1-9]\d* Drafts/);
  await waitFor(() => expect(document.activeElement?.getAttribute('data-queue')).toBe('overdue'));
  const count = Number.parseInt(button.textContent ?? '', 10);
  fireEvent.click(button);
  const rows = await screen.findByRole('listbox', { name: /requisitions/i });
  await waitFor(() =>
    expect(within(rows).getAllByRole('option')[0]?.getAttribute('aria-setsize')).toBe(`${count}`),
  );
  await waitFor(() =>
    expect(within(rows).getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true'),
  );
});

it('holds the reviews of the user with those that name no reviewer, and all reviews on demand', async () => {
  showApp({
    screen: 'home',
    accounts: OWN_ACCOUNT,
    requisitions: [
      rawRequisition({ id: 'req_1', status_history: results, reviews: [review('user_me')] }),
      rawRequisition({ id: 'req_2', status_history: results, reviews: [review('')] }),
      rawRequisition({ id: 'req_3', status_history: results, reviews: [review('user_other')] }),
      rawRequisition({ id: 'req_4', status_history: results }),
      rawRequisition({
        id: 'req_5',
        status_history: [{ status: 'specimen_rejected', changed_by: 'user_d1', changed_at: PAST }],
      }),
    ],
  });
  await queue(/^2 My overdue reviews/);
  await queue(/^3 Results for me to review/);
  await queue(/^2 Results that name no reviewer/);
  expect(await queue(/^1 Status: Specimen rejected/)).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: 'All reviews' }));
  await queue(/^3 All overdue reviews/);
  expect(await queue(/^4 All results to review/)).toBeDefined();
});

it('counts the unread messages that the inbox counts, without those for other users', async () => {
  const message = (n: number, user: string) =>
    rawNotification({ id: `notf_${n}`, user, props: { object: 'message', id: `mesg_${n}` } });
  showApp({
    screen: 'home',
    accounts: OWN_ACCOUNT,
    notifications: [message(1, 'user_me'), message(2, 'user_other'), message(3, 'user_other')],
  });
  expect(await screen.findByRole('button', { name: /Inbox\s*1\s*unread/ })).toBeDefined();
  fireEvent.click(await queue(/^1 Unread messages/));
  const rows = await screen.findByRole('listbox');
  await waitFor(() => expect(within(rows).getAllByRole('option')).toHaveLength(1));
});

it('refuses the review key where the open review names no reviewer, and offers to add one', async () => {
  const page = showApp({
    screen: 'home',
    accounts: OWN_ACCOUNT,
    requisitions: [rawRequisition({ id: 'req_1', status_history: results, reviews: [review('')] })],
  });
  fireEvent.click(await queue(/^1 My overdue reviews/));
  const rows = await screen.findByRole('listbox', { name: /requisitions/i });
  await waitFor(() =>
    expect(within(rows).getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true'),
  );
  fireEvent.keyDown(rows, { key: 'e' });
  await screen.findByText(/The open review names no reviewer/);
  expect(page.inputs('outbox.save')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: /^Add my review/ }));
  await waitFor(() => expect(page.inputs('outbox.save')).toMatchObject([{ data: { id: 'req_1' } }]));
  await screen.findByText('Still open: a review without a reviewer');
});

it('counts all reviews where the user is not known, and says why', async () => {
  showApp({
    screen: 'home',
    accounts: openDemo(),
    requisitions: [rawRequisition({ id: 'req_1', status_history: results, reviews: [review('user_other')] })],
  });
  await queue(/^1 All overdue reviews/);
  expect(screen.getByText(/Your user id is not known here/)).toBeDefined();
});

it('names the requisitions in the status draft, and says nothing of a facility', async () => {
  showApp({ screen: 'home', requisitions: [rawRequisition({ id: 'req_1' })] });
  expect((await queue(/Drafts/)).textContent).toMatch(/^\d+\s*Drafts of requisitions$/);
});

it('prints the requisitions whose reminder is due on the handover sheet', async () => {
  const printed: string[] = [];
  showApp(
    {
      screen: 'home',
      requisitions: [
        rawRequisition({ id: 'req_1', name: 'Potassium again' }),
        rawRequisition({ id: 'req_2' }),
      ],
      followUps: [{ kind: 'requisition', id: 'req_1', note: '', remindOn: toEpochMs(NOON - DAY_MS) }],
    },
    {
      'app.print': (input, real) => {
        printed.push(document.querySelector('[data-print="sheet"]')?.textContent ?? '');
        return real(input);
      },
    },
  );
  await queue(/^1 Due reminders/);
  fireEvent.click(screen.getByRole('button', { name: 'Print handover sheet' }));
  await waitFor(() => expect(printed).toHaveLength(1));
  expect(printed[0]).toContain('Potassium again');
});

it('moves between the queues with the arrow keys', async () => {
  showApp({ screen: 'home', requisitions: [rawRequisition({ id: 'req_1' })] });
  await queue(/Drafts/);
  await waitFor(() => expect(document.activeElement?.getAttribute('data-queue')).toBe('overdue'));
  const press = (key: string): void => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  };
  press('ArrowDown');
  expect(document.activeElement?.getAttribute('data-queue')).toBe('results');
  press('End');
  expect(document.activeElement?.getAttribute('data-queue')).toBe('unsavedDrafts');
  press('Home');
  expect(document.activeElement?.getAttribute('data-queue')).toBe('overdue');
});

it('says that the queues could not be counted, and counts again on demand', async () => {
  let isBroken = true;
  showApp(
    { screen: 'home', requisitions: [rawRequisition({ id: 'req_1' })] },
    {
      'home.counts': (input, real) => (isBroken ? Promise.resolve(err('engine-down')) : real(input)),
    },
  );
  const work = within(await screen.findByRole('region', { name: 'What needs work' }));
  expect(await work.findByText('The queues could not be counted.')).toBeDefined();
  isBroken = false;
  fireEvent.click(work.getByRole('button', { name: 'Try again' }));
  await queue(/^1 Drafts/);
});

it('shows no error while the account is not open yet, and counts once it is', async () => {
  let isOpening = true;
  const page = showApp(
    { screen: 'home', requisitions: [rawRequisition({ id: 'req_1' })] },
    {
      'home.counts': (input, real) => (isOpening ? Promise.resolve(err('not-signed-in')) : real(input)),
    },
  );
  await screen.findByRole('region', { name: 'What needs work' });
  await waitFor(() => expect(page.inputs('home.counts').length).toBeGreaterThan(1));
  expect(screen.queryByText(/could not be counted/)).toBeNull();
  expect(screen.queryByText(/No account is open/)).toBeNull();
  isOpening = false;
  page.emit('changed', { revision: 1, kind: 'requisition', ids: [] });
  await queue(/^1 Drafts/);
});

it('has no number of drafts until they are read, or where they cannot be', async () => {
  let isDown = true;
  const page = showApp(
    { screen: 'home', requisitions: [rawRequisition({ id: 'req_1' })] },
    { 'drafts.list': (input, real) => (isDown ? Promise.resolve(err('engine-down')) : real(input)) },
  );
  const drafts = await queue(/Unfinished drafts of yours/);
  expect(drafts.textContent).not.toMatch(/0/);
  isDown = false;
  page.emit('localDataChanged', { what: 'drafts', ids: [] });
  await queue(/^0 Unfinished drafts of yours/);
});

it('counts the queues before the charts', async () => {
  const held = Promise.withResolvers<void>();
  const page = showApp(
    { screen: 'home', requisitions: [rawRequisition({ id: 'req_1' })] },
    { 'home.counts': (input, real) => held.promise.then(() => real(input)) },
  );
  await screen.findByRole('region', { name: 'Charts' });
  await waitFor(() => expect(page.inputs('drafts.list')).toHaveLength(1));
  expect(page.inputs('home.counts')).toHaveLength(1);
  held.resolve();
  await screen.findByRole('region', { name: 'Unfinished requisitions by age' });
  expect(page.inputs('home.counts')).toHaveLength(2);
});

it('shows a chart as bars that open their lists, as a table by a button that keeps the focus, and saves it as CSV', async () => {
  const page = showApp({
    screen: 'home',
    requisitions: [rawRequisition({ id: 'req_1' }), rawRequisition({ id: 'req_2' })],
    notifications: [rawNotification()],
  });
  const chart = within(await screen.findByRole('region', { name: 'Unfinished requisitions by age' }));
  fireEvent.click(chart.getByRole('button', { name: /^CSV/ }));
  await waitFor(() => expect(page.inputs('files.saveText')).toHaveLength(1));
  const [{ text }] = page.inputs('files.saveText') as readonly [{ readonly text: string }];
  expect(text.split('\r\n')).toContain('Draft,Over 90 days,2');
  const toggle = chart.getByRole('button', { name: /^Table/ });
  fireEvent.click(toggle);
  expect(chart.getByRole('button', { name: /^Bars/ })).toBe(toggle);
  const table = within(chart.getByRole('table'));
  expect(table.getAllByRole('row')).toHaveLength(6);
  fireEvent.click(chart.getByRole('button', { name: /^Bars/ }));
  fireEvent.click(chart.getByRole('button', { name: /^Over 90 days/ }));
  await waitFor(() =>
    expect(page.inputs('worklist.page').at(-1)).toMatchObject({ tab: 'draft', terms: [{ field: 'since' }] }),
  );
});
