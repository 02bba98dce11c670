import { humanizeCode } from '#renderer/shared/humanize-code.ts';
import { showListOfLink } from '#renderer/shared/query/open-list.ts';
import type { HomeQueueCounts } from '#renderer/state/home/home.ts';
import type { ListLink } from '#renderer/state/home/list-links.ts';
import {
  OVERDUE_COMPLETION_REQUEST_DAYS,
  createQueueLinks,
  type QueueName,
  type UnknownStatusQueue,
} from '#renderer/state/home/queues.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { joinTexts, type FirstTextFunction, useFirstText } from '#renderer/text/first-text.ts';
import { useStore } from 'zustand';
import { countDecisionsNeededFromUser } from '#renderer/state/sync/health.ts';
import { useFirstStores } from '#renderer/state/use-stores.ts';

export const HOME_QUEUE_GROUPS = ['reviews', 'requisitions', 'patients', 'computer'] as const;
export type QueueGroup = (typeof HOME_QUEUE_GROUPS)[number];

/** One queue of the home screen: its label, its count, and the list that it opens. */
export interface HomeQueue {
  readonly id: string;
  readonly group: QueueGroup;
  readonly label: string;
  /** Null where zero was counted before the first complete sync of its kind. */
  readonly count: number | null;
  readonly tone: 'late' | 'plain';
  /** The list that it opens; null where it opens the screen of pending changes. */
  readonly link: ListLink | null;
}

const KIND_OF_LINK = {
  requisitions: 'requisition',
  forms: 'form',
  notifications: 'notification',
  'completion-requests': 'form',
} as const;

/** What is counted on this computer alone: decisions for the user, and drafts. */
interface LocalCounts {
  /** Number of decisions for the user; null where it is not known yet. */
  readonly decisions: number | null;
  /** Number of drafts; null where they are not read, or could not be read. */
  readonly unsavedDrafts: number | null;
}

type ShownName = Exclude<QueueName, 'toReview'>;

const GROUP_OF_QUEUE: Readonly<Record<ShownName, QueueGroup>> = {
  overdue: 'reviews',
  results: 'reviews',
  unassigned: 'reviews',
  drafts: 'requisitions',
  askedTooLong: 'patients',
  messages: 'patients',
  requisitionReminders: 'computer',
  formReminders: 'computer',
  requestReminders: 'computer',
};
const NAMES = Object.keys(GROUP_OF_QUEUE) as readonly ShownName[]; // `Object.keys` returns plain strings: all are keys of this object.

/** Queues that are hidden while they are empty. */
const RARE: ReadonlySet<ShownName> = new Set(['requisitionReminders', 'formReminders', 'requestReminders']);

function getLabel(text: FirstTextFunction, name: ShownName, user: string | null): string {
  if (user === null && name === 'overdue') return text('home.queue.allOverdue');
  if (user === null && name === 'results') return text('home.queue.allResults');
  return text(`home.queue.${name}`, { days: OVERDUE_COMPLETION_REQUEST_DAYS });
}

function toStatusRow(text: FirstTextFunction, { statuses, count, link }: UnknownStatusQueue): HomeQueue {
  const names = statuses.map((status) =>
    status === '' ? text('requisition.status.none') : humanizeCode(status),
  );
  return {
    id: `status ${statuses.join(' ')}`,
    group: 'requisitions',
    label:
      names.length === 0
        ? text('home.queue.otherStatuses')
        : text('home.queue.status', { status: joinTexts(names, 'unit') }),
    count,
    tone: 'plain',
    link,
  };
}

/** Returns the queues in the order in which the home screen shows them. */
export function createHomeQueues(
  text: FirstTextFunction,
  { user, counts, statuses, isSynced }: HomeQueueCounts,
  { decisions, unsavedDrafts }: LocalCounts,
): readonly HomeQueue[] {
  const links = createQueueLinks(user);
  const lists = NAMES.flatMap((name): readonly HomeQueue[] => {
    const [link, count] = [links[name], counts[name]];
    if (count === 0 && RARE.has(name)) return [];
    return [
      {
        id: name,
        group: GROUP_OF_QUEUE[name],
        label: getLabel(text, name, user),
        count: count === 0 && !isSynced[KIND_OF_LINK[link.screen]] ? null : count,
        tone: name === 'overdue' ? 'late' : 'plain',
        link,
      },
    ];
  });
  const local = (id: 'decisions' | 'unsavedDrafts', count: number | null): HomeQueue => ({
    id,
    group: 'computer',
    label: text(`home.queue.${id}`),
    count,
    tone: 'plain',
    link: null,
  });
  const all = [
    ...statuses.map((each) => toStatusRow(text, each)),
    ...lists,
    local('decisions', decisions),
    local('unsavedDrafts', unsavedDrafts),
  ];
  return HOME_QUEUE_GROUPS.flatMap((group) => all.filter((row) => row.group === group));
}

/** Opens the list of a queue. */
export function openListOfQueue(stores: Stores, { link }: HomeQueue): void {
  if (link === null) stores.view.go('outbox');
  else showListOfLink(stores, link);
}

/** Returns the queues as they are shown: what was counted, with what exists on this computer alone. */
export function useHomeQueues(counted: HomeQueueCounts): readonly HomeQueue[] {
  const text = useFirstText();
  const { health, drafts } = useFirstStores();
  const known = useStore(health.store, (state) => state.health);
  const unsavedDrafts = useStore(drafts.store, ({ items, isRead, error }) =>
    isRead && error === null ? items.length : null,
  );
  return createHomeQueues(text, counted, {
    decisions: known === null ? null : countDecisionsNeededFromUser(known),
    unsavedDrafts,
  });
}
