import type { StoreApi } from 'zustand/vanilla';
import type { InboxLine } from '#contract/inbox.ts';
import type { Notification } from '#contract/notification.ts';
import { ok, type AppError } from '#contract/result.ts';
import type { Calls } from './bridge.ts';
import type { Browser } from './browser.ts';
import { createInboxBulk, type InboxBulk, type LookUp } from './inbox-bulk.ts';
import type { AskedInbox, FoundCounts, InboxQuery, InboxSource } from './inbox-query.ts';
import { createMarks, type Marks } from './marks.ts';
import type { Outbox } from './outbox.ts';
import { asker } from './query-list.ts';

export type InboxBrowser = Browser<InboxQuery, InboxLine, Notification>;

/** What the inbox has besides its lines. Nothing is marked as read by being listed or opened. */
export interface Inbox {
  readonly counts: StoreApi<FoundCounts>;
  readonly marks: Marks;
  readonly bulk: InboxBulk;
  /** Changes a part of the query; what is the same already changes nothing. */
  readonly ask: (patch: Partial<InboxQuery>) => void;
  /** Picks every line of the list, up to a bound. Null once they are. */
  readonly pickAll: () => Promise<AppError | null>;
  /** Marks the selected line: as read all that is folded into it, as unread its newest alert. */
  readonly markSelected: (read: boolean) => void;
  /** The same for every picked line. They stay picked. */
  readonly markPicked: (read: boolean) => void;
  /** Marks everything that the search on screen finds, over every page. */
  readonly markFound: (read: boolean) => void;
  readonly reset: () => void;
}

export interface InboxNeeds {
  readonly calls: Calls;
  readonly browser: InboxBrowser;
  readonly source: InboxSource;
  readonly outbox: Pick<Outbox, 'changed' | 'report'>;
}

/** As many lines as can be picked at once. */
export const MOST_PICKED = 5_000;
const PAGE = 500;
/** A page may be short. */
const MOST_PAGES = 100;

/** The alerts of lines that become unread are their newest; those that become read are all that are folded into them. */
function alertsOf(calls: Calls, ids: readonly string[], lines: readonly InboxLine[], read: boolean): LookUp {
  if (!read) return async () => ok(ids);
  const alone = new Set(lines.filter(({ alerts }) => alerts === 1).map(({ id }) => id));
  return async (isWanted) => {
    const alerts: string[] = [];
    for (const id of ids) {
      if (!isWanted()) break;
      const thread = alone.has(id) ? null : await calls['inbox.thread']({ id, limit: PAGE });
      if (thread === null) alerts.push(id);
      else if (thread.ok)
        alerts.push(...thread.value.items.filter((each) => !each.read).map((each) => each.id));
      else return thread;
    }
    return ok(alerts);
  };
}

async function everyLine(
  calls: Calls,
  asked: AskedInbox,
): Promise<{ readonly ids: readonly string[]; readonly isCut: boolean } | AppError> {
  const ids: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES && ids.length < MOST_PICKED; page += 1) {
    const answer = await calls['inbox.page']({
      ...asked,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    if (!answer.ok) return answer.error;
    ids.push(...answer.value.items.map(({ id }) => id));
    if (answer.value.next === null) return { ids, isCut: false };
    after = answer.value.next;
  }
  return { ids: ids.slice(0, MOST_PICKED), isCut: true };
}

/** The stores of the inbox over its browser. */
export function createInbox({ calls, browser, source, outbox }: InboxNeeds): Inbox {
  const { list, selection } = browser;
  const marks = createMarks();
  const bulk = createInboxBulk(calls, outbox);
  const query = (): InboxQuery => list.store.getState().filter;
  const rows = (): readonly InboxLine[] => list.store.getState().rows;
  list.store.subscribe((now, before) => {
    // Nobody may do something with lines that are no longer in sight.
    if (now.filter !== before.filter) marks.clear();
  });

  return {
    counts: source.counts,
    marks,
    bulk,
    ask: asker(list),
    pickAll: async () => {
      const asked = query();
      const found = await everyLine(calls, source.read(asked));
      if ('code' in found) return found;
      if (asked === query()) marks.set(found.ids, found.isCut);
      return null;
    },
    markSelected: (toRead) => {
      const { selected } = selection.getState();
      if (selected === null) return;
      const line = rows().find(({ id }) => id === selected);
      if ((line?.alerts ?? 1) === 1) void bulk.markOne(selected, toRead);
      else void bulk.mark(toRead, alertsOf(calls, [selected], rows(), toRead));
      // It leaves its place among the unread ones: the next move goes to the row that comes after it now.
      if (query().order.unreadFirst) browser.keepPlace();
    },
    markPicked: (toRead) => {
      const picked = [...marks.store.getState().ids];
      if (picked.length > 0) void bulk.mark(toRead, alertsOf(calls, picked, rows(), toRead));
    },
    markFound: (toRead) => void bulk.markFound(toRead, source.read(query()).terms),
    reset: () => {
      marks.clear();
      bulk.reset();
      source.counts.setState({ text: '', counts: null });
    },
  };
}
