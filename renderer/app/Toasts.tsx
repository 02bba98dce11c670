import { useStore } from 'zustand';
import { ShowDeferred } from '#renderer/shared/deferred.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { ToastRegion } from '#renderer/ui/Toast.tsx';
import { DEFERRED_ACTION_TOAST, DEFERRED_REVIEW_TOAST } from './deferred-parts.ts';

/** The messages above the status bar: what was done, to which record or file, where, and how to undo it. */
export function Toasts() {
  const text = useText();
  const screen = useStore(useStores().view.store, (state) => state.screen);
  return (
    <ToastRegion label={text('toast.label')}>
      {screen === 'requisitions' && <ShowDeferred component={DEFERRED_REVIEW_TOAST} props={{}} />}
      <ShowDeferred component={DEFERRED_ACTION_TOAST} props={{}} />
    </ToastRegion>
  );
}
