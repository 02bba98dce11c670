import { useStore } from 'zustand';
import { whyEmpty } from '#renderer/records/list-model.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Notice.tsx';
import { useQuery } from './use-query.ts';

/** What stands where lines would: why there are none, what is safe, what to do. */
export function WorklistEmpty() {
  const text = useText();
  const { health, worklist } = useDesk();
  const query = useQuery();
  const all = useStore(worklist.counts, ({ counts }) => counts?.all ?? 0);
  const known = useStore(health.store, (state) => state.health);
  const sync = { label: text('list.syncNow'), run: () => void health.sync() };
  const clear = { label: text('list.clearFilters'), run: () => worklist.ask({ text: '' }) };
  const showAll = { label: text('worklist.empty.all'), run: () => worklist.ask({ tab: 'all' }) };

  // Whatever the tab holds back is somewhere else, and whoever looks for it has to know.
  if (all > 0)
    return (
      <Notice title={text('worklist.empty.tab')} hint={text('worklist.empty.tabSafe')} action={showAll} />
    );
  switch (whyEmpty({ text: query.text }, known, 'requisition')) {
    case 'no-match':
      return <Notice title={text('list.noMatch')} hint={text('list.noMatchSafe')} action={clear} />;
    case 'first-sync':
      return <Notice title={text('list.firstSync')} hint={text('list.firstSyncSafe')} />;
    case 'offline':
      return <Notice title={text('list.emptyOffline')} hint={text('list.emptyOfflineSafe')} action={sync} />;
    case 'never':
      return <Notice title={text('list.emptyNever')} hint={text('list.emptySafe')} action={sync} />;
    case 'none':
      return <Notice title={text('list.emptyRequisitions')} hint={text('list.emptySafe')} action={sync} />;
  }
}
