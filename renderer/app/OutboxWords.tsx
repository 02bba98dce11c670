import { useStore, type StoreApi } from 'zustand';
import type { OutboxCounts } from '#contract/outbox.ts';
import { allWaiting } from '#renderer/state/health.ts';
import type { RecordState } from '#renderer/state/record.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { getKind } from '#renderer/state/view.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';

/** What waits in the outbox, in words: how many in all, and of these what is not sure and what needs somebody. */
export function waitingText(text: Text, counts: OutboxCounts): string {
  const { uncertain, needsYou, rejected } = counts;
  const person = needsYou + rejected;
  const all = allWaiting(counts);
  if (all === 0) return text('waits.none');
  return [
    text('waits.all', { count: all }),
    ...(uncertain > 0 ? [text('waits.unsure', { count: uncertain })] : []),
    ...(person > 0 ? [text('waits.person', { count: person })] : []),
  ].join(' · ');
}

/** Whether a row or the record on the screen still shows a change that is not sent. */
function useShowsUnsent(): boolean {
  const { browsers, completions, view } = useStores();
  const screen = useStore(view.store, (state) => state.screen);
  const kind = getKind(screen);
  const { list, record } = browsers[kind ?? 'requisition'];
  const rows: StoreApi<{ readonly rows: readonly { readonly pending: unknown }[] }> = list.store;
  const inRows = useStore(rows, (state) => state.rows.some(({ pending }) => pending !== null));
  const open: StoreApi<RecordState<unknown>> = record.store;
  const inRecord = useStore(open, (state) => state.phase === 'ready' && state.pending !== null);
  const inRequests = useStore(completions.list.store, (state) =>
    state.rows.some(({ unsent }) => unsent !== null),
  );
  return screen === 'requests' ? inRequests : kind !== null && (inRows || inRecord);
}

/** What waits in the outbox, and the way there. */
export function OutboxText() {
  const text = useText();
  const { health, view } = useStores();
  const known = useStore(health.store, (state) => state.health);
  const showsUnsent = useShowsUnsent();
  if (known === null) return null;
  // A list on the screen may be a moment behind the outbox: the two must not contradict each other.
  const isBehind = showsUnsent && allWaiting(known.outbox) === 0;
  return (
    <span
      className="status-outbox"
      data-person={known.outbox.needsYou + known.outbox.rejected > 0 ? '' : undefined}
    >
      <Button tone="quiet" size="small" onPress={() => view.go('activity')}>
        <span aria-live="polite">{isBehind ? text('waits.behind') : waitingText(text, known.outbox)}</span>
      </Button>
    </span>
  );
}
