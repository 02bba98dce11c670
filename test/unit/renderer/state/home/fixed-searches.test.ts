import { expect, test } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import { FORM_SEARCH_SYNTAX } from '#contract/forms.ts';
import { err } from '#contract/result.ts';
import { MAX_SEARCH_WORD, quoteSearchValue } from '#contract/search/syntax.ts';
import { WORKLIST_SEARCH_SYNTAX } from '#contract/worklist-search.ts';
import type { ProcedureCalls } from '#renderer/state/bridge.ts';
import { createChartsStore } from '#renderer/state/home/charts.ts';
import {
  createListLinkRowCounter,
  isSearchableStatus,
  type ListLink,
} from '#renderer/state/home/list-links.ts';
import { createQueueLinks } from '#renderer/state/home/queues.ts';
import { createInboxQueryParser } from '#renderer/state/inbox/inbox-source.ts';
import { createTabbedListQueryParser } from '#renderer/state/list/query-list.ts';

type Links = Readonly<Record<string, ListLink>>;

const zone = (): string => 'Europe/Berlin';
const readWorklist = createTabbedListQueryParser(WORKLIST_SEARCH_SYNTAX, zone);
const readForms = createTabbedListQueryParser(FORM_SEARCH_SYNTAX, zone);
const readInbox = createInboxQueryParser(zone);

/** Returns the input of the call that counts links. */
async function captureInput(links: Links): Promise<CallInput<'home.counts'>> {
  const asked = Promise.withResolvers<CallInput<'home.counts'>>();
  const calls = {
    'home.counts': async (input: CallInput<'home.counts'>) => {
      asked.resolve(input);
      return err('engine-down');
    },
  } as unknown as ProcedureCalls; // the only call of the counter
  await createListLinkRowCounter(calls, zone)(links);
  return asked.promise;
}

/** Returns the links that the charts of a user count. */
function captureChartLinks(user: string | null): Promise<Links> {
  const counted = Promise.withResolvers<Links>();
  const charts = createChartsStore({
    calls: { 'home.durations': async () => err('engine-down') },
    count: async (links) => {
      counted.resolve(links);
      return err('engine-down');
    },
    getUser: () => user,
    getToday: () => '2026-03-12',
  });
  charts.show();
  return counted.promise;
}

/** Returns the conditions that the lists read from the searches of the links. */
function readAsLists(links: Links) {
  const all = Object.values(links);
  return {
    requisitions: all.flatMap((link) =>
      link.screen === 'requisitions' ? [readWorklist(link.query).terms] : [],
    ),
    forms: all.flatMap((link) => (link.screen === 'forms' ? [readForms(link.query).terms] : [])),
    notifications: all.flatMap((link) =>
      link.screen === 'notifications' ? [readInbox(link.query).terms] : [],
    ),
  };
}

test.for([null, 'user_me', 'user_with "quotes" and -signs:'])(
  'what the home screen counts for the user %s is what its lists read',
  async (user) => {
    for (const links of [createQueueLinks(user), await captureChartLinks(user)]) {
      const input = await captureInput(links);
      const { requisitions, forms, notifications } = readAsLists(links);
      expect(input.requisitions.map(({ terms }) => terms)).toEqual(requisitions);
      expect(input.forms.map(({ terms }) => terms)).toEqual(forms);
      expect(input.notifications).toEqual(notifications);
    }
  },
);

const STATUSES = [
  'refill_requested',
  'Sent again',
  'results received',
  '',
  'x'.repeat(MAX_SEARCH_WORD),
  'x'.repeat(MAX_SEARCH_WORD + 1),
];

test.for(STATUSES)(
  'a status has a queue of its own exactly where the worklist can be searched for it (%#)',
  (status) => {
    const { terms } = readWorklist({
      text: `status:${quoteSearchValue(status)}`,
      tab: 'all',
      order: { by: 'updated', descending: true },
    });
    const isFound = terms.length === 1 && terms[0]?.field === 'status' && terms[0].value === status;
    expect(isSearchableStatus(status)).toBe(isFound);
  },
);
