import type { Bridge } from '#contract/api.ts';
import type { InboxRow, InboxTerm, NotificationRow } from '#contract/notifications.ts';
import { ok } from '#contract/result.ts';
import { toPage } from './fake-worklist.ts';

type Calls = Bridge['call'];

/** The content of the fake inbox; marking changes it. */
interface InboxStores {
  notifications: readonly NotificationRow[];
}

/** Whether a notification meets a condition; supports the conditions that tests use. */
function holds(row: NotificationRow, term: InboxTerm): boolean {
  switch (term.field) {
    case 'text':
      return `${row.title} ${row.text}`.toLowerCase().includes(term.value.toLowerCase());
    case 'unread':
      return row.read !== term.value;
    case 'about':
      return row.aboutKind === term.value;
    case 'to':
      return row.user === term.value;
    default:
      return true;
  }
}

function found(rows: readonly NotificationRow[], terms: readonly InboxTerm[]): readonly NotificationRow[] {
  return rows.filter((row) => terms.every((term) => holds(row, term) !== term.isNot));
}

/** Notifications to the same recipient about the same object; one without an object is a group of its own. */
function threadKey({ id, user, aboutKind, aboutId }: NotificationRow): string {
  return aboutId === '' ? id : `${user} ${aboutKind} ${aboutId}`;
}

function toRows(rows: readonly NotificationRow[], unreadFirst: boolean): readonly InboxRow[] {
  const normalizedText = Map.groupBy(rows, threadKey);
  const lines = [...normalizedText.values()].flatMap((thread): readonly InboxRow[] => {
    const [newest] = thread;
    if (newest === undefined) return [];
    const unread = thread.filter(({ read }) => !read).length;
    return [{ ...newest, notifications: thread.length, unread, createdBy: 'system' }];
  });
  if (!unreadFirst) return lines;
  return [...lines.filter(({ unread }) => unread > 0), ...lines.filter(({ unread }) => unread === 0)];
}

/** The cache's results about the inbox, over the notifications of an engine in memory, newest first. */
export function inboxCalls(app: InboxStores): Pick<Calls, Extract<keyof Calls, `inbox.${string}`>> {
  const of = (terms: unknown): readonly NotificationRow[] =>
    found(app.notifications, terms as readonly InboxTerm[]); // as the page sends them
  const unreadIn = (rows: readonly NotificationRow[]): number => rows.filter(({ read }) => !read).length;
  return {
    'inbox.page': async ({ terms, order, limit, after }) =>
      toPage(toRows(of(terms), order.unreadFirst), limit ?? 50, after),
    'inbox.counts': async ({ terms }) => {
      const rows = of(terms);
      return ok({ notifications: rows.length, unread: unreadIn(rows), rows: toRows(rows, false).length });
    },
    'inbox.thread': async ({ id }) => {
      const one = app.notifications.find((row) => row.id === id);
      const items =
        one === undefined ? [] : app.notifications.filter((row) => threadKey(row) === threadKey(one));
      return ok({ items, isCut: false });
    },
    'inbox.ids': async ({ terms, toBecome, limit, after }) => {
      const rows = of(terms).filter(({ read }) => read !== (toBecome === 'read'));
      const page = toPage(rows, limit ?? 500, after);
      return ok({ ids: page.value.items.map(({ id }) => id), next: page.value.next });
    },
    'inbox.markRead': async ({ ids, read }) => {
      const asked = new Set<string>(ids);
      const changed = app.notifications.filter((row) => asked.has(row.id) && row.read !== read);
      const ones = new Set(changed.map(({ id }) => id));
      app.notifications = app.notifications.map((row) => (ones.has(row.id) ? { ...row, read } : row));
      return ok({ changed: [...ones] });
    },
    'inbox.about': async ({ object, id }) => {
      const newest = app.notifications.find((row) => row.aboutKind === object && row.aboutId === id);
      return ok({ notification: newest?.id ?? null });
    },
    'inbox.unread': async () => ok({ count: unreadIn(app.notifications) }),
  };
}
