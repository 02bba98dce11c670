import { useStore } from 'zustand';
import { MAX_RECORD_WINDOWS } from '#contract/record-windows.ts';
import type { Kind } from '#contract/records.ts';
import type { EpochMs } from '#contract/time.ts';
import { Deferred } from '#renderer/shared/deferred.tsx';
import { getOperationLabel } from '#renderer/shared/pending/pending-labels.ts';
import { useCurrentTime, useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import type { ToastSubject } from '#renderer/state/toasts.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { Status } from '#renderer/ui/Status.tsx';
import { ToastFrame, ToastRegion } from '#renderer/ui/Toast.tsx';
import { REVIEW_TOAST } from './deferred-parts.ts';

const SHOWN = 80;

/** The messages above the status bar: what was done, to which record or file, where, and how to undo it. */
export function Toasts() {
  const text = useText();
  const screen = useStore(useStores().view.store, (state) => state.screen);
  return (
    <ToastRegion label={text('toast.label')}>
      {screen === 'requisitions' && <Deferred of={REVIEW_TOAST} props={{}} />}
      <ActionToast />
    </ToastRegion>
  );
}

function ActionToast() {
  const text = useText();
  const keyLabel = useGetCommandKeyLabel();
  const { toasts } = useStores();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const shown = useStore(toasts.store, (state) => state.shown);
  if (shown === null) return null;
  return (
    <ToastFrame dismissLabel={text('toast.dismiss')} onDismiss={toasts.dismiss}>
      <Status as="p" dir="auto">
        {formatSubject(text, shown.subject, (at) => asOf(at, now))}
      </Status>
      {shown.undo !== null && (
        <Button size="small" onPress={() => void toasts.undo()}>
          {text('toast.undo')} <kbd>{keyLabel('mark.undo')}</kbd>
        </Button>
      )}
    </ToastFrame>
  );
}

/** Returns the name of the file and its folder, split at the last separator of either system. */
function splitPath(path: string): { readonly file: string; readonly folder: string } {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { file: path.slice(at + 1), folder: path.slice(0, Math.max(at, 1)) };
}

function formatSubject(
  text: TextFunction,
  subject: ToastSubject,
  formatTime: (at: EpochMs) => string,
): string {
  switch (subject.did) {
    case 'fileSaved':
      return text('toast.fileSaved', splitPath(subject.path));
    case 'snoozed':
      return text('toast.snoozed', {
        name: toName(text, { kind: 'notification', name: subject.name }),
        when: formatTime(subject.until),
      });
    case 'snoozedSeveral':
      return text('toast.snoozedSeveral', { count: subject.count, when: formatTime(subject.until) });
    case 'unsnoozedSeveral':
      return text('toast.unsnoozedSeveral', { count: subject.count });
    case 'tooManyWindows':
      return text('recordWindow.tooMany', { limit: MAX_RECORD_WINDOWS });
    case 'notUndone':
      return getErrorSentence(subject.error);
    case 'changeDiscarded':
      return text('toast.changeDiscarded', {
        what: getOperationLabel(text, subject.operation),
        name: toName(text, subject),
      });
    default:
      return text(`toast.${subject.did}`, { name: toName(text, subject) });
  }
}

function toName(text: TextFunction, { kind, name }: { readonly kind: Kind; readonly name: string }): string {
  return truncateWithEllipsis(name || text(`toast.unnamed.${kind}`), SHOWN);
}
