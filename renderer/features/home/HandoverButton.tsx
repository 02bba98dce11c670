import { Printer } from 'lucide-react';
import { useStore } from 'zustand';
import { deferComponent, ShowDeferred } from '#renderer/shared/deferred.tsx';
import type { HandoverQueue } from '#renderer/state/home/handover.ts';
import type { HomeQueueCounts } from '#renderer/state/home/home.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { type HomeQueue, useHomeQueues } from './queue-rows.ts';

const PRINTED_HANDOVER = deferComponent(async () => (await import('./PrintedHandover.tsx')).PrintedHandover);

/** The rows of reviews, of unusual statuses and of due reminders are printed; of the other queues the number is enough. */
function toHandoverQueue({ label, count, link, group, id }: HomeQueue): HandoverQueue {
  const isPrinted = group === 'reviews' || id === 'requisitionReminders' || id.startsWith('status ');
  return { id, label, count, query: isPrinted && link?.screen === 'requisitions' ? link.query : null };
}

/** The button that prints the handover sheet of what is counted, and the sheet while it is printed. */
export function HandoverButton({ counted }: { readonly counted: HomeQueueCounts }) {
  const text = useText();
  const { handover } = useStores();
  const isBusy = useStore(handover.store, (state) => state.isBusy);
  const rows = useHomeQueues(counted);
  return (
    <>
      <Button
        icon={<Icon shape={Printer} />}
        isDisabled={isBusy}
        onPress={() => void handover.print(rows.map(toHandoverQueue))}
      >
        {text('home.handover.print')}
      </Button>
      <ShowDeferred component={PRINTED_HANDOVER} props={{}} isNeeded={isBusy} />
    </>
  );
}
