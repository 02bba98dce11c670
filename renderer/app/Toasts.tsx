import { useStore } from 'zustand';
import { ShowLazy } from '#renderer/shared/lazy.tsx';
import { useStores, useStoresIfRead } from '#renderer/state/use-stores.ts';
import { useFirstText } from '#renderer/text/first-text.ts';
import { ToastRegion } from '#renderer/ui/Toast.tsx';
import { LAZY_ACTION_TOAST, LAZY_REVIEW_TOAST } from './lazy-parts.ts';

function ShownToasts() {
  const { view, toasts } = useStores();
  const screen = useStore(view.store, (state) => state.screen);
  const hasToast = useStore(toasts.store, ({ shown }) => shown !== null);
  return (
    <>
      {screen === 'requisitions' && <ShowLazy component={LAZY_REVIEW_TOAST} props={{}} />}
      <ShowLazy component={LAZY_ACTION_TOAST} isNeeded={hasToast} props={{}} />
    </>
  );
}

/** The messages above the status bar: what was done, to which record or file, where, and how to undo it. */
export function Toasts() {
  const text = useFirstText();
  const areAllRead = useStoresIfRead() !== null;
  return <ToastRegion label={text('toast.label')}>{areAllRead && <ShownToasts />}</ToastRegion>;
}
