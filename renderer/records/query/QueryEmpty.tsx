import { useStore } from 'zustand';
import type { Kind } from '#contract/ids.ts';
import type { List } from '#renderer/state/list.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { whyEmpty } from '../list-model.ts';

interface QueryEmptyProps<F, R> {
  /** What the list is of. */
  readonly kind: Kind;
  readonly list: List<F, R>;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** How many the search finds in all tabs together. */
  readonly all: number;
  readonly onShowAll: () => void;
  /** What is said where the account has none. */
  readonly none: string;
}

const SKELETON_ROWS = 12;
const SKELETON_HEIGHT = 44;

/** What stands where lines would: why there are none, what is safe, what to do. */
export function QueryEmpty<F, R>(props: QueryEmptyProps<F, R>) {
  const { kind, list, text: search, onText, all, onShowAll, none } = props;
  const text = useText();
  const { health } = useStores();
  const known = useStore(health.store, (state) => state.health);
  const syncedAt = useStore(list.store, (state) => state.syncedAt);
  const sync = { label: text('list.syncNow'), run: () => void health.sync() };
  const clear = { label: text('list.clearFilters'), run: () => onText('') };
  const showAll = { label: text('query.empty.all'), run: onShowAll };

  const why = whyEmpty({ text: search }, syncedAt, known, kind);
  if (why === 'reading')
    return <Skeleton label={text('list.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
  // Whatever the tab holds back is somewhere else, and whoever looks for it has to know.
  if (all > 0)
    return <Notice title={text('query.empty.tab')} hint={text('query.empty.tabSafe')} action={showAll} />;
  switch (why) {
    case 'unknown':
      return <Notice title={text('list.emptyUnknown')} hint={text('list.emptySafe')} action={sync} />;
    case 'no-match-yet':
      return <Notice title={text('list.noMatchYet')} hint={text('list.noMatchYetHint')} action={sync} />;
    case 'no-match':
      return <Notice title={text('list.noMatch')} hint={text('list.noMatchSafe')} action={clear} />;
    case 'first-sync':
      return <Notice title={text('list.firstSync')} hint={text('list.firstSyncSafe')} />;
    case 'offline':
      return <Notice title={text('list.emptyOffline')} hint={text('list.emptyOfflineSafe')} action={sync} />;
    case 'never':
      return <Notice title={text('list.emptyNever')} hint={text('list.emptySafe')} action={sync} />;
    case 'none':
      return <Notice title={none} hint={text('list.emptySafe')} action={sync} />;
  }
}
