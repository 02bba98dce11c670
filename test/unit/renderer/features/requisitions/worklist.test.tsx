import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import {
  formatServiceTime,
  inStatus,
  NOON,
  reviewAsked,
  sentOrder,
  sentOrders,
} from '../../../../support/builders.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { OWN_ACCOUNT } from '../../../../support/values.ts';

usePage();

const DAY_MS = 86_400_000;
const NOW = Date.now();
const daysAgo = (days: number) => NOW - days * DAY_MS;
const option = (name: string | RegExp) => screen.findByRole('option', { name });
const tab = (name: RegExp) => screen.findByRole('radio', { name });
const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
const key = (name: string, more: object = {}) => fireEvent.keyDown(document.body, { key: name, ...more });

async function choose(menu: string | RegExp, item: RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: menu }));
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: item }));
}

const views = async (page: TestPage) => (await page.ask('views.list', {})).items;

const some = [
  sentOrder(),
  sentOrder({ id: 'req_2', name: 'Chest X-ray', type: 'imaging', ...inStatus('draft') }),
  sentOrder({ id: 'req_3', name: 'Ferritin', ...inStatus('results_received'), ...reviewAsked() }),
];

describe('searching the worklist', () => {
  it('is debounced, counts the hits, and is cleared', async () => {
    const page = showApp({ requisitions: some });
    await screen.findByText('3 requisitions');
    type('CHEST type:imaging');
    await screen.findByText('1 requisition');
    expect(screen.queryByRole('option', { name: /Ferritin/ })).toBeNull();
    const terms = page.asked.filter(({ name }) => name === 'worklist.page').map(({ input }) => input);
    expect(terms.at(-1)).toMatchObject({ terms: [{ value: 'CHEST' }, { field: 'type', value: 'imaging' }] });
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByText('3 requisitions');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });

  it('shows at once that it finds ten thousand and more, and how many once all are counted', async () => {
    const counted = Promise.withResolvers<void>();
    showApp(
      { requisitions: some },
      {
        'worklist.counts': async (asked, real) => {
          const found = await real(asked);
          if (!found.ok || asked.terms.length === 0) return found;
          if (asked.enough !== undefined) return ok({ ...found.value, all: 10_200, isLowerBound: true });
          await counted.promise;
          return ok({ ...found.value, all: 312_000 });
        },
      },
    );
    await screen.findByText('3 requisitions');
    type('e');
    expect(await tab(/^10,200\+ All/)).toBeDefined();
    expect(screen.queryByText(/10,200\+? requisitions/)).toBeNull();
    counted.resolve();
    expect(await tab(/^312,000 All/)).toBeDefined();
    await screen.findByText('312,000 requisitions');
  });

  it('highlights the hits in the name, or shows which other field matched', async () => {
    const inDetails = sentOrder({ id: 'req_2', name: 'Thorax', order_details: 'Said that the chest hurts.' });
    showApp({ requisitions: [sentOrder({ name: 'Chest <b>X-ray</b>' }), inDetails] });
    await option(/Chest/);
    type('chest');
    await waitFor(() => expect(document.querySelectorAll('mark')).toHaveLength(2));
    expect(
      Array.from(document.querySelectorAll('mark'), ({ textContent }) => textContent).toSorted(),
    ).toEqual(['Chest', 'chest']);
    expect((await option(/<b>X-ray<\/b>/)).textContent).not.toContain('Details');
    expect((await option(/Thorax/)).textContent).toContain('Details Said that');
  });

  it('names what it cannot read under the field, and applies the rest', async () => {
    showApp({ requisitions: some });
    await screen.findByText('3 requisitions');
    type('ferritin due:soon colour:red');
    await screen.findByText(/“due:soon” is not a date\./);
    expect(screen.getByText(/“colour:red” is not a filter/)).toBeDefined();
    await screen.findByText('1 requisition');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('writes the choice of a menu into the search, and removes it by its chip', async () => {
    showApp({ requisitions: some });
    await choose('Filters', /Imaging/);
    expect(await screen.findByDisplayValue('type:imaging')).toBeDefined();
    await screen.findByText('1 requisition');
    fireEvent.click(screen.getByRole('button', { name: 'Remove the filter Type: Imaging' }));
    expect(await screen.findByText('3 requisitions')).toBeDefined();
  });
});

describe('the tabs', () => {
  it('are in the order of work with their counts, and hide the one for other statuses while it is empty', async () => {
    showApp({ requisitions: some });
    await tab(/3 All/);
    const names = screen.getAllByRole('radio').map(({ textContent }) => textContent);
    expect(names).toEqual(['1 Draft', '1 Sent', '1 Results received', '1 Needs review', '3 All']);
  });

  it('list what they count', async () => {
    showApp({ requisitions: [...some, sentOrder({ id: 'req_4', name: 'Odd', ...inStatus('lost') })] });
    fireEvent.click(await tab(/1 Other/));
    await option(/Odd/);
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await screen.findByText('1 requisition');
  });

  it('say that other tabs have hits where this one has none', async () => {
    showApp({ requisitions: [sentOrder()] });
    fireEvent.click(await tab(/0 Draft/));
    await screen.findByText('This tab is empty.');
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await option(/Complete blood count/)).toBeDefined();
  });
});

describe('a row', () => {
  const REVIEWED = {
    reviews: [{ status: 'reviewed', reviewer: 'user_d1', reviewed_at: formatServiceTime(NOW) }],
  };

  it.each([
    [inStatus('sent', daysAgo(3)), '3 days', 'calm'],
    [inStatus('sent', daysAgo(8)), 'waiting 8 days', 'amber'],
    [inStatus('sent', daysAgo(20)), 'waiting 20 days', 'red'],
    [{ ...inStatus('results_received', daysAgo(20)), ...REVIEWED }, '20 days', 'calm'],
  ])('shows its age as text: case %#', async (own, words, tone) => {
    showApp({ requisitions: [sentOrder(own)] });
    const age = await screen.findByText(words);
    expect(age.dataset['tone']).toBe(tone);
  });

  /** Requisitions whose results took three days, but for one that took five. */
  const known = (count: number) =>
    Array.from({ length: count }, (_none, n) => {
      const [sent] = inStatus('sent', daysAgo(40)).status_history as readonly object[]; // a list, as the service sends it
      const [received] = inStatus('results_received', daysAgo(n === 0 ? 35 : 37))
        .status_history as readonly object[];
      return sentOrder({ ...REVIEWED, id: `req_known${n}`, name: 'Known', status_history: [sent, received] });
    });

  it.each([
    [3, '3 days', null, 'calm'],
    [4, 'waiting 4 days, usually 3 for its type', '4 days, usually 3', 'calm'],
    [8, 'waiting 8 days, usually 3 for its type', '8 days, usually 3', 'amber'],
    [12, 'waiting 12 days, usually 3 for its type', '12 days, usually 3', 'red'],
  ])(
    'that waits for results is measured against what is usual: %i days',
    async (days, words, short, tone) => {
      const open = sentOrder({ id: 'req_open', name: 'Open', ...inStatus('sent', daysAgo(days)) });
      showApp({ requisitions: [open, ...known(10)] });
      const row = await option(/Open/);
      const age = (await within(row).findByText(words)).closest<HTMLElement>('[data-tone]');
      expect(age?.dataset['tone']).toBe(tone);
      // A narrow list shows the short words; screen readers get the whole ones alone.
      const hidden = [...row.querySelectorAll('[data-tone] > [aria-hidden]')].map((each) => each.textContent);
      expect(hidden).toEqual(short === null ? [] : [short]);
    },
  );

  it('says of which results the usual wait is: of its own test where enough are known, else of its type', async () => {
    const quick = { ...inStatus('sent', daysAgo(12)), id: 'req_quick', name: ' known' };
    const other = { ...inStatus('sent', daysAgo(12)), id: 'req_else', name: 'Another' };
    showApp({ requisitions: [sentOrder(quick), sentOrder(other), ...known(10)] });
    const ofTest = within(await option(/known/)).findByText('waiting 12 days, usually 3 for this test');
    expect(await ofTest).toBeDefined();
    const ofType = within(await option(/Another/)).findByText('waiting 12 days, usually 3 for its type');
    expect(await ofType).toBeDefined();
  });

  it('that is furthest beyond its usual wait is first in the order of that name', async () => {
    const waiting = [
      { id: 'req_a', name: 'Elsewhere', ...inStatus('sent', daysAgo(30)), service_facility: 'fac_other01' },
      { id: 'req_b', name: 'Within', ...inStatus('sent', daysAgo(2)) },
      { id: 'req_c', name: 'Beyond', ...inStatus('sent', daysAgo(12)) },
    ];
    const page = showApp({ requisitions: [...waiting.map((each) => sentOrder(each)), ...known(10)] });
    fireEvent.click(await tab(/3 Sent/));
    await choose(/Sort the list/, /Longest beyond the usual wait first/);
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('option')
          .map(({ textContent }) => /Elsewhere|Within|Beyond/.exec(textContent)?.[0]),
      ).toEqual(['Beyond', 'Within', 'Elsewhere']),
    );
    expect(page.inputs('worklist.page').at(-1)).toMatchObject({ order: { by: 'usual', descending: false } });
  });

  it('is not measured against fewer than ten results, nor against those of another facility', async () => {
    const few = { ...inStatus('sent', daysAgo(8)), id: 'req_few', name: 'Few' };
    const elsewhere = { ...few, id: 'req_other', name: 'Elsewhere', service_facility: 'fac_other01' };
    const others = known(10).map((each) => ({
      ...each,
      service_facility: 'fac_third01',
      id: `${String(each['id'])}x`,
    }));
    const page = showApp({ requisitions: [sentOrder(few), sentOrder(elsewhere), ...known(9), ...others] });
    await option(/Few/);
    await waitFor(() => expect(page.inputs('home.durations')).not.toEqual([]));
    // It is answered after what the page has asked before.
    expect((await page.ask('home.durations', {})).groups.map(({ sampleSize }) => sampleSize)).toEqual([
      10, 9,
    ]);
    await act(async () => {});
    await within(await option(/Few/)).findByText('waiting 8 days');
    await within(await option(/Elsewhere/)).findByText('waiting 8 days');
  });

  it.each([
    [4, 'overdue 4 days', 'amber', 'triangle'],
    [12, 'overdue 12 days', 'red', 'triangle-half'],
    [90, 'overdue 90 days', 'red', 'triangle-filled'],
  ])(
    'says in words and by shape how far past its deadline a review is: %i days',
    async (days, words, tone, shape) => {
      showApp({ requisitions: [sentOrder(reviewAsked({ deadline: daysAgo(days) }))] });
      const age = await screen.findByText(words);
      expect(age.dataset['tone']).toBe(tone);
      expect(age.querySelector('svg')?.dataset['shape']).toBe(shape);
    },
  );

  it('says whose review is open, first the user’s own, and how many more are', async () => {
    const ask = (reviewer: string, days: number): unknown => {
      const { reviews } = reviewAsked({ reviewer, deadline: daysAgo(days) });
      return Array.isArray(reviews) ? reviews[0] : undefined;
    };
    showApp({
      accounts: OWN_ACCOUNT,
      names: { user_okafor: 'Dr Okafor' },
      requisitions: [
        sentOrder({ id: 'req_1', name: 'Mine', reviews: [ask('user_okafor', 9), ask('user_me', 3)] }),
        sentOrder({ id: 'req_2', name: 'Theirs', reviews: [ask('user_okafor', 9)] }),
        sentOrder({ id: 'req_3', name: 'Without a reviewer', reviews: [ask('', 9)] }),
      ],
    });
    const mine = await option(/Mine/);
    expect(mine.textContent).toContain('overdue 3 days');
    expect(mine.textContent).toContain('your review');
    expect(mine.textContent).toContain('and 1 more open review');
    expect((await option(/Theirs/)).textContent).toContain('review of Dr Okafor');
    expect((await option(/Without a reviewer/)).textContent).toContain('a review without a reviewer');
  });

  it('shows what changed since it was last viewed, and a reminder that is due', async () => {
    const followUp = {
      kind: 'requisition',
      id: 'req_1',
      note: '',
      remindOn: toEpochMs(NOON - DAY_MS),
    } as const;
    showApp({
      requisitions: [sentOrder()],
      viewed: [sentOrder({ order_details: 'Fasting' })],
      followUps: [followUp],
    });
    const row = await option(/Changed since last viewed/);
    expect(row.textContent).toContain('Reminder due');
  });
});

describe('saved views', () => {
  it('are built in with their counts, and are opened by one press', async () => {
    showApp({
      requisitions: [
        sentOrder(inStatus('sent', daysAgo(7))),
        sentOrder({ id: 'req_4', name: 'Old', ...inStatus('sent', daysAgo(9)) }),
      ],
    });
    await screen.findByText('2 requisitions');
    fireEvent.click(await screen.findByRole('button', { name: 'Views' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: /Sent, no result after 7 days.*/ }));
    await screen.findByDisplayValue('since:>7d');
    await screen.findByText('1 requisition');
    expect(await option(/Old/)).toBeDefined();
  });

  it('save the current query, under the same name', async () => {
    const order = { by: 'updated', descending: true } as const;
    const page = showApp({
      requisitions: some,
      views: [{ name: 'Iron', screen: 'requisitions', query: { text: 'iron', tab: 'all', order } }],
    });
    const [before] = await views(page);
    await screen.findByText('3 requisitions');
    type('ferritin');
    await screen.findByText('1 requisition');
    await choose('Views', /Manage views/);
    fireEvent.click(await screen.findByRole('button', { name: 'Update to this search: Iron' }));
    await waitFor(async () =>
      expect(await views(page)).toMatchObject([
        { ...before, query: { text: 'ferritin', tab: 'all', order } },
      ]),
    );
  });

  it('are saved, renamed and removed', async () => {
    const page = showApp({ requisitions: some });
    await screen.findByText('3 requisitions');
    type('ferritin');
    await screen.findByText('1 requisition');
    await choose('Views', /Save this view/);
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Iron' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await views(page)).toMatchObject([{ name: 'Iron', query: { text: 'ferritin' } }]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose('Views', /Manage views/);
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Iron stores' } });
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
    await waitFor(async () =>
      expect(await views(page)).toMatchObject([{ name: 'Iron stores', query: { text: 'ferritin' } }]),
    );
    expect(screen.getByRole('button', { name: /^Update to this search/ }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    fireEvent.click(screen.getByRole('button', { name: /^Remove Iron/ }));
    await screen.findByText('Remove this view?');
    expect(await views(page)).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(async () => expect(await views(page)).toEqual([]));
  });
});

describe('selecting several rows', () => {
  it('selects by X, by Shift and J, and all of the tab; Escape clears the selection', async () => {
    showApp({ requisitions: sentOrders(5) });
    await option(/Requisition 0/);
    key('j');
    key('x');
    await screen.findByText('1 selected');
    key('J', { shiftKey: true });
    await screen.findByText('2 selected');
    key('a', { ctrlKey: true });
    await screen.findByText('5 selected');
    key('Escape');
    await waitFor(() => expect(screen.queryByText(/picked$/)).toBeNull());
  });

  it('selects by Ctrl and Shift without opening a record', async () => {
    const page = showApp({ requisitions: sentOrders(6) });
    fireEvent.click(await option(/Requisition 1/), { ctrlKey: true });
    fireEvent.click(await option(/Requisition 4/), { shiftKey: true });
    await screen.findByText('4 selected');
    expect((await option(/Requisition 2/)).getAttribute('aria-checked')).toBe('true');
    expect(page.asked.some(({ name }) => name === 'requisitions.get')).toBe(false);
  });

  it('prints the selected rows, on a page of their own', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<{ outcome: 'printed' }>>();
    showApp({ requisitions: sentOrders(3) }, { 'app.print': () => promise });
    fireEvent.click(await option(/Requisition 2/), { ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Print list' }));
    const sheet = await screen.findByRole('table');
    expect(sheet.textContent).toContain('Requisition 2');
    expect(sheet.textContent).not.toContain('Requisition 1');
    resolve(ok({ outcome: 'printed' }));
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  });

  it('prints for how many days a review is overdue, in words and by shape', async () => {
    const overdue = sentOrder(reviewAsked({ deadline: daysAgo(12) }));
    const due = sentOrder({ id: 'req_2', name: 'Due one', ...reviewAsked({ deadline: daysAgo(-12) }) });
    showApp({ requisitions: [overdue, due] }, { 'app.print': () => new Promise(() => {}) });
    fireEvent.click(await option(/Due one/), { ctrlKey: true });
    fireEvent.click(await option(/overdue 12 days/), { ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Print list' }));
    const printed = within(await screen.findByRole('table'));
    const words = printed.getByText('overdue 12 days');
    expect(words.parentElement?.querySelector('svg')?.dataset['shape']).toBe('triangle-half');
    expect(printed.getAllByText(/overdue/)).toHaveLength(1);
  });

  it('leaves nothing for the next print if the rows were not printed, and says so', async () => {
    showApp({ requisitions: sentOrders(3) }, { 'app.print': async () => ok({ outcome: 'failed' }) });
    fireEvent.click(await option(/Requisition 2/), { ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Print list' }));
    expect(await screen.findByText(/did not report that it printed/)).toBeDefined();
    expect(document.querySelector('[data-print="sheet"]')).toBeNull();
  });
});
