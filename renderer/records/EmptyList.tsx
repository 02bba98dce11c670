import { useStore } from 'zustand';
import type { Kind } from '#contract/ids.ts';
import type { List } from '#renderer/state/list.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Notice.tsx';
import { whyEmpty } from './list-model.ts';

interface EmptyListProps<F, R> {
  readonly kind: Kind;
  readonly list: List<F, R>;
}

const NONE = {
  requisition: 'list.emptyRequisitions',
  form: 'list.emptyForms',
  notification: 'list.emptyNotifications',
} as const;

/** What stands where rows would: why there are none, what is safe, what to do. */
export function EmptyList<F extends object, R>({ kind, list }: EmptyListProps<F, R>) {
  const text = useText();
  const { health } = useDesk();
  const filter = useStore(list.store, (state) => state.filter);
  const known = useStore(health.store, (state) => state.health);
  const sync = { label: text('list.syncNow'), run: () => void health.sync() };
  const clear = { label: text('list.clearFilters'), run: list.reset };

  switch (whyEmpty(filter, known, kind)) {
    case 'no-match':
      return <Notice title={text('list.noMatch')} hint={text('list.noMatchSafe')} action={clear} />;
    case 'first-sync':
      return <Notice title={text('list.firstSync')} hint={text('list.firstSyncSafe')} />;
    case 'offline':
      return <Notice title={text('list.emptyOffline')} hint={text('list.emptyOfflineSafe')} action={sync} />;
    case 'never':
      return <Notice title={text('list.emptyNever')} hint={text('list.emptySafe')} action={sync} />;
    case 'none':
      return <Notice title={text(NONE[kind])} hint={text('list.emptySafe')} action={sync} />;
  }
}
