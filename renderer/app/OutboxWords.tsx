import { useStore } from 'zustand';
import type { OutboxCounts } from '#contract/outbox.ts';
import { allWaiting, needingPerson } from '#renderer/state/health.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';

/** What waits in the outbox, in words: how many in all, and of these what is not sure and what needs somebody. */
export function waitingWords(text: Text, counts: OutboxCounts): string {
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

/** What waits in the outbox, and the way there. */
export function OutboxWords() {
  const text = useText();
  const { health, view } = useDesk();
  const known = useStore(health.store, (state) => state.health);
  if (known === null) return null;
  return (
    <span className="status-outbox" data-person={needingPerson(known) > 0 ? '' : undefined}>
      <Button tone="quiet" size="small" onPress={() => view.go('activity')}>
        <span aria-live="polite">{waitingWords(text, known.outbox)}</span>
      </Button>
    </span>
  );
}
