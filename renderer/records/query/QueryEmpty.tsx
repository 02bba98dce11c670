import { useStore } from 'zustand';
import type { Kind } from '#contract/ids.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Notice.tsx';
import { whyEmpty } from '../list-model.ts';

interface QueryEmptyProps {
  /** What the list is of. */
  readonly kind: Kind;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** How many the search finds in all tabs together. */
  readonly all: number;
  readonly onShowAll: () => void;
  /** What is said where the account has none. */
  readonly none: string;
}

/** What stands where lines would: why there are none, what is safe, what to do. */
export function QueryEmpty({ kind, text: search, onText, all, onShowAll, none }: QueryEmptyProps) {
  const text = useText();
  const { health } = useDesk();
  const known = useStore(health.store, (state) => state.health);
  const sync = { label: text('list.syncNow'), run: () => void health.sync() };
  const clear = { label: text('list.clearFilters'), run: () => onText('') };
  const showAll = { label: text('query.empty.all'), run: onShowAll };

  // Whatever the tab holds back is somewhere else, and whoever looks for it has to know.
  if (all > 0)
    return <Notice title={text('query.empty.tab')} hint={text('query.empty.tabSafe')} action={showAll} />;
  switch (whyEmpty({ text: search }, known, kind)) {
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
