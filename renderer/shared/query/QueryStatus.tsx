import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Kind } from '#contract/records.ts';
import type { BaseSearchTerm, SearchSyntax } from '#contract/search/syntax.ts';
import type { Health, KindHealth } from '#contract/sync-health.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ListStore } from '#renderer/state/list/list.ts';
import {
  getSearchText,
  type SearchableListStore,
  type SearchTextQuery,
} from '#renderer/state/list/query-list.ts';
import { wasListReadAfterLastSync } from '#renderer/state/sync/health.ts';
import { useFirstStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { useParsedSearch } from './use-query.ts';
import styles from './query.module.css';
import { Status, useAnnouncement } from '#renderer/ui/Status.tsx';

/** Returns whether any filter is set. An empty text is no filter. */
export function isAnyFilterSet(filter: object): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== '');
}

/** Why a list has no rows. */
export type EmptyListReason =
  | 'reading'
  | 'no-match'
  | 'no-match-in-none'
  | 'no-match-yet'
  | 'first-sync'
  | 'offline'
  | 'never'
  | 'unknown'
  | 'none';

/** Why a list is empty: a filter hides the rows, or something has not happened yet. */
export function getEmptyListReason(
  filter: object,
  read: EpochMs | null,
  health: Health | null,
  kind: Kind,
): EmptyListReason {
  const known: KindHealth | undefined = health?.kinds.find((each) => each.kind === kind);
  if (known === undefined) return 'unknown';
  if (known.lastSuccessAt === null) {
    if (known.state === 'running') return 'first-sync';
    if (known.cached > 0) return 'no-match-yet';
    return health?.connection === 'offline' ? 'offline' : 'never';
  }
  if (!wasListReadAfterLastSync(read, health, kind)) return 'reading';
  if (!isAnyFilterSet(filter)) return 'none';
  // The search hides no record of the service; it may hide a new one that was not sent.
  return known.cached === 0 ? 'no-match-in-none' : 'no-match';
}

interface ListSummaryProps<Q extends SearchTextQuery, R, C> {
  readonly list: SearchableListStore<Q, R, C>;
  /** The number of rows as text, the most important part first; null until it is known. */
  readonly words: readonly string[] | null;
  /** `announced`: tabs show the number already, so that only screen readers get it as text. */
  readonly look?: 'shown' | 'announced';
  /** Content at the end of the row. */
  readonly children?: ReactNode;
}

/** Number of rows and freshness of a list. Takes no room where both are known from elsewhere. */
export function ListSummary<Q extends SearchTextQuery, R, C>({
  list: { list },
  words,
  look = 'announced',
  children,
}: ListSummaryProps<Q, R, C>) {
  const text = useText();
  const isStale = useStore(list.store, ({ rows, error }) => rows.length > 0 && error !== null);
  const isRow = look === 'shown' || isStale;
  // Once for each search: rows that arrive or change later are no news.
  const search = useStore(list.store, ({ filter }) => JSON.stringify(filter));
  useAnnouncement(words === null ? null : words.join(' · '), search);
  return (
    <div className={isRow ? styles.listCount : undefined}>
      {words !== null && (
        <span className={isRow ? undefined : 'visually-hidden'} data-part="count">
          {/* In one line; the last parts are in the tooltip where it has no room for them. */}
          <span className={isRow ? styles.listCountParts : undefined} data-tooltip-cut="">
            {words.map((part, index) => (
              <span key={index}>{index === 0 ? part : ` · ${part}`}</span>
            ))}
          </span>
        </span>
      )}
      {isStale && (
        <>
          <span className={styles.listStale}>{text('list.stale')}</span>
          <Button tone="accent" size="tiny" onPress={list.invalidate}>
            {text('list.tryAgain')}
          </Button>
        </>
      )}
      {children}
    </div>
  );
}

interface EmptyListNoticeProps<F, R> {
  /** The kind of record in the list. */
  readonly kind: Kind;
  readonly list: ListStore<F, R>;
  /** The applied search. */
  readonly text: string;
  readonly onClear: () => void;
  /** The number of search results in all tabs. */
  readonly all: number;
  readonly onShowAll: () => void;
  /** Shown if the account has no records of this kind. */
  readonly none: string;
}

const SKELETON_ROWS = 12;
const SKELETON_HEIGHT = 44;

/** Replaces the rows of an empty list: why it is empty, and what the user can do. */
export function EmptyListNotice<F, R>(props: EmptyListNoticeProps<F, R>) {
  const { kind, list, text: search, onClear, all, onShowAll, none } = props;
  const text = useText();
  const { health } = useFirstStores();
  const known = useStore(health.store, (state) => state.health);
  const syncedAt = useStore(list.store, (state) => state.syncedAt);
  const sync = { label: text('list.syncNow'), run: () => void health.sync() };
  const clear = { label: text('list.clearFilters'), run: onClear };
  const showAll = { label: text('query.empty.all'), run: onShowAll };

  const why = getEmptyListReason({ text: search }, syncedAt, known, kind);
  if (why === 'reading')
    return <Skeleton label={text('list.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
  // The rows hidden by the tab are in other tabs, and the user has to know that.
  if (all > 0)
    return (
      <EmptyPaneMessage title={text('query.empty.tab')} hint={text('query.empty.tabSafe')} action={showAll} />
    );
  switch (why) {
    case 'unknown':
      return (
        <EmptyPaneMessage title={text('list.emptyUnknown')} hint={text('list.emptySafe')} action={sync} />
      );
    case 'no-match-yet':
      return (
        <EmptyPaneMessage title={text('list.noMatchYet')} hint={text('list.noMatchYetHint')} action={sync} />
      );
    case 'no-match':
      return <EmptyPaneMessage title={text('list.noMatch')} hint={text('list.noMatchSafe')} action={clear} />;
    case 'no-match-in-none':
      return (
        <EmptyPaneMessage title={text('list.noMatch')} hint={text('list.noMatchInNone')} action={clear} />
      );
    case 'first-sync':
      return <EmptyPaneMessage title={text('list.firstSync')} hint={text('list.firstSyncSafe')} />;
    case 'offline':
      return (
        <EmptyPaneMessage
          title={text('list.emptyOffline')}
          hint={text('list.emptyOfflineSafe')}
          action={sync}
        />
      );
    case 'never':
      return <EmptyPaneMessage title={text('list.emptyNever')} hint={text('list.emptySafe')} action={sync} />;
    case 'none':
      return <EmptyPaneMessage title={none} hint={text('list.emptySafe')} action={sync} />;
  }
}

const MAX_SHOWN = 40;

interface SearchProblemsProps<O extends string, T extends BaseSearchTerm> {
  readonly language: SearchSyntax<O, T>;
  readonly text: string;
}

/** Reports the terms of a search that are invalid, and that the others still apply. */
export function SearchProblems<O extends string, T extends BaseSearchTerm>({
  language,
  text: search,
}: SearchProblemsProps<O, T>) {
  const text = useText();
  const { problems, terms } = useParsedSearch(language, search);
  return (
    <Status as="div" className={styles.queryProblems}>
      {problems.length > 0 && (
        <>
          <ul>
            {problems.map(({ token, reason }) => (
              <li key={token.start} dir="auto">
                {text(`query.problem.${reason}`, { token: truncateWithEllipsis(token.text, MAX_SHOWN) })}
              </li>
            ))}
          </ul>
          {terms.length > 0 && <p>{text('query.problemsRest')}</p>}
        </>
      )}
    </Status>
  );
}

/** The counts of a list, such as those of its tabs; null if unknown. */
interface ListCounts<C> {
  /** The counts that arrived last; they may belong to the previous search. */
  readonly latest: C | null;
  /** The counts of the search that the list shows; null while they are unknown. */
  readonly current: C | null;
  /** Whether there may be more: the exact counts are on their way. */
  readonly isLowerBound: boolean;
}

/**
 * Returns the counts of a list. A count of zero is treated as unknown if the list was not read since the last
 * sync, or if it has rows although the count is zero.
 */
export function useListCounts<Q extends SearchTextQuery, R, C>({
  kind,
  list,
  counts: store,
  countAll,
  getCountsKey = getSearchText,
}: SearchableListStore<Q, R, C>): ListCounts<C> {
  const { health } = useFirstStores();
  const known = useStore(health.store, (state) => state.health);
  const isRead = useStore(list.store, ({ syncedAt }) => wasListReadAfterLastSync(syncedAt, known, kind));
  const hasRows = useStore(list.store, ({ rows }) => rows.length > 0);
  const text = useStore(list.store, ({ filter }) => getCountsKey(filter));
  const found = useStore(store);
  const isTrue = found.counts !== null && (countAll(found.counts) > 0 || (isRead && !hasRows));
  const latest = isTrue ? found.counts : null;
  return { latest, current: found.text === text ? latest : null, isLowerBound: found.isLowerBound };
}
