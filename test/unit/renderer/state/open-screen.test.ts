import { expect, it } from 'vitest';
import type { Screen } from '#contract/screens.ts';
import { openScreen, readListsAhead } from '#renderer/state/open-screen.ts';
import { createStores } from '#renderer/state/stores.ts';
import { testPage } from '../../../support/page/page.ts';

/** The stores of a page whose screens were not opened yet, and the names of the calls that it makes from then on. */
async function createPage({ isAccountOpen = true } = {}) {
  const { bridge, asked } = testPage();
  const stores = createStores(bridge);
  if (isAccountOpen) await stores.session.load();
  const before = asked.length;
  return { stores, listCalls: () => asked.slice(before).map(({ name }) => name) };
}

type Show = (stores: ReturnType<typeof createStores>) => unknown;
const CASES: readonly { readonly screen: Screen; readonly calls: readonly string[]; readonly show?: Show }[] =
  [
    {
      screen: 'requisitions',
      calls: ['worklist.page'],
      show: ({ worklist }) => worklist.list.show(),
    },
    { screen: 'forms', calls: ['forms.page'], show: ({ formList }) => formList.list.show() },
    {
      screen: 'completion-requests',
      calls: ['completions.page'],
      show: ({ completions }) => completions.list.show(),
    },
    {
      screen: 'notifications',
      calls: ['inbox.page'],
      show: ({ inbox }) => inbox.list.show(),
    },
    { screen: 'day', calls: ['day.beginning', 'day.sheet'], show: ({ day }) => day.show() },
    { screen: 'settings', calls: [] },
  ];

it.each(CASES)(
  'Opening $screen begins its reads within the call, and showing it repeats none',
  async ({ screen, calls, show }) => {
    const { stores, listCalls } = await createPage();
    openScreen(stores, screen);
    expect(stores.view.store.getState().screen).toBe(screen);
    expect(listCalls()).toEqual(calls);
    show?.(stores);
    expect(listCalls()).toEqual(calls);
  },
);

it('Before an account is open nothing is read: its first list would be read twice', async () => {
  const { stores, listCalls } = await createPage({ isAccountOpen: false });
  openScreen(stores, 'requisitions');
  expect(stores.view.store.getState().screen).toBe('requisitions');
  expect(listCalls()).toEqual([]);
});

it('Lists that are read ahead are not read again when they are opened', async () => {
  const { stores, listCalls } = await createPage();
  readListsAhead(stores);
  const read = ['worklist.page', 'inbox.page', 'forms.page'];
  expect(listCalls()).toEqual(read);
  openScreen(stores, 'notifications');
  stores.inbox.list.show();
  expect(listCalls()).toEqual(read);
});

it('A list whose filter was restored is not read ahead: for the access log that is a search for a patient', async () => {
  const { stores, listCalls } = await createPage();
  stores.worklist.updateQuery({ text: 'patient:user_1' });
  readListsAhead(stores);
  expect(listCalls()).toEqual(['inbox.page', 'forms.page']);
});

it('Before an account is open no list is read ahead', async () => {
  const { stores, listCalls } = await createPage({ isAccountOpen: false });
  readListsAhead(stores);
  expect(listCalls()).toEqual([]);
});
