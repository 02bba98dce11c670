import { useStore } from 'zustand';
import { MAX_RECORD_WINDOWS } from '#contract/record-windows.ts';
import type { Kind } from '#contract/records.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { ToastPatient } from '#renderer/shared/ids/ToastPatient.tsx';
import { getOperationLabel } from '#renderer/shared/pending/pending-labels.ts';
import { useCurrentTime, useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { NOT_UNDONE, type Toast, type ToastPlace, type ToastSubject } from '#renderer/state/toasts/toast.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { SCREEN_BY_KIND } from '#renderer/state/navigation/view.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { Status } from '#renderer/ui/Status.tsx';
import { ToastFrame } from '#renderer/ui/Toast.tsx';

const SHOWN = 80;

/** The message about the last action, with what undoes it and what leads to it. */
export function ActionToast() {
  const shown = useStore(useStores().toasts.store, (state) => state.shown);
  return shown === null ? null : <ShownToast toast={shown} />;
}

function ShownToast({ toast: { subject, undo, place, patient } }: { readonly toast: Toast }) {
  const text = useText();
  const keyLabel = useGetCommandKeyLabel();
  const { toasts } = useStores();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  return (
    <ToastFrame dismissLabel={text('toast.dismiss')} onDismiss={toasts.dismiss}>
      <Status as="p" dir="auto">
        {formatSubject(text, subject, (at) => asOf(at, now))}
      </Status>
      <ToastPatient patient={patient} />
      {undo !== null && (
        <Button size="small" onPress={() => void toasts.undo()}>
          {text('toast.undo')} <kbd>{keyLabel('mark.undo')}</kbd>
        </Button>
      )}
      {place !== undefined && <ShowButton place={place} />}
    </ToastFrame>
  );
}

/** Leads to what the message is about, unless that is on screen. */
function ShowButton({ place }: { readonly place: ToastPlace }) {
  const text = useText();
  const stores = useStores();
  const goToRecord = useGoToRecord();
  const screen = useStore(stores.view.store, (view) => view.screen);
  const isRelatedShown = useStore(stores.view.store, (view) => view.relatedRecords !== null);
  const kind = place.to === 'screen' ? 'requisition' : place.kind;
  const shownId = useStore(stores.browsers[kind].record.store, (record) =>
    record.phase === 'none' ? null : record.id,
  );
  const isShown =
    !isRelatedShown &&
    (place.to === 'screen'
      ? place.screen === screen
      : place.to === 'record' && SCREEN_BY_KIND[kind] === screen && place.id === shownId);
  if (isShown) return null;
  function show(): void {
    if (place.to === 'screen') return stores.view.go(place.screen);
    if (place.to === 'record') return goToRecord(place.kind, place.id);
    stores.view.go(SCREEN_BY_KIND[place.kind]);
    void (place.kind === 'form' ? stores.formEditor : stores.editor).reopen(place.key);
  }
  return (
    <Button size="small" onPress={show}>
      {text('toast.show')}
    </Button>
  );
}

/** Returns the name of the file and its folder, split at the last separator of either system. */
function splitPath(path: string): { readonly file: string; readonly folder: string } {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { file: path.slice(at + 1), folder: path.slice(0, Math.max(at, 1)) };
}

/** Why something could not be undone. */
function formatNotUndone(text: TextFunction, error: AppError): string {
  return error.code === NOT_UNDONE.code ? text('toast.notUndone') : getErrorSentence(error);
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
    case 'snoozedSeveral':
      return formatSnooze(text, subject, formatTime);
    case 'tooManyWindows':
      return text('recordWindow.tooMany', { limit: MAX_RECORD_WINDOWS });
    case 'changeDiscarded':
      return text('toast.changeDiscarded', {
        what: getOperationLabel(text, subject.operation),
        name: toName(text, subject),
      });
    case 'changeSaved':
    case 'severalOrdered':
    case 'severalShared':
      return formatSavedChange(text, subject);
    default:
      return formatUndoMessageOrName(text, subject);
  }
}

/** What was undone, or could not be; of any other action what was done to the record of a name. */
function formatUndoMessageOrName(
  text: TextFunction,
  subject: Exclude<
    ToastSubject,
    SubjectOf<
      | 'fileSaved'
      | 'snoozed'
      | 'snoozedSeveral'
      | 'tooManyWindows'
      | 'changeDiscarded'
      | 'changeSaved'
      | 'severalOrdered'
      | 'severalShared'
    >
  >,
): string {
  switch (subject.did) {
    case 'sharesUndone':
      return formatUndoneShares(text, subject);
    case 'reviewsUndone':
    case 'unsnoozedSeveral':
    case 'snoozesUndone':
    case 'hiddenAgainSeveral':
      return text(`toast.${subject.did}`, { count: subject.count });
    case 'reviewsPartlyUndone':
    case 'ordersPartlyUndone':
      return text(`toast.${subject.did}`, { undone: subject.undone, left: subject.left });
    case 'nothingToUndo':
      return text('toast.nothingToUndo');
    case 'notUndone':
      return formatNotUndone(text, subject.error);
    default:
      return text(`toast.${subject.did}`, { name: toName(text, subject) });
  }
}

/** The subjects with one of these discriminators. */
type SubjectOf<Did extends ToastSubject['did']> = Extract<ToastSubject, { readonly did: Did }>;

function formatSnooze(
  text: TextFunction,
  subject: SubjectOf<'snoozed' | 'snoozedSeveral'>,
  formatTime: (at: EpochMs) => string,
): string {
  const when = formatTime(subject.until);
  return subject.did === 'snoozed'
    ? text('toast.snoozed', { name: toName(text, { kind: 'notification', name: subject.name }), when })
    : text('toast.snoozedSeveral', { count: subject.count, when });
}

/** How many of several shares had been sent when they were taken back, and how many are still to be decided about. */
function formatUndoneShares(text: TextFunction, subject: SubjectOf<'sharesUndone'>): string {
  const { sent, all, waiting } = subject;
  const counts = { count: sent, all };
  if (waiting === 0) return text(sent < all ? 'toast.restNotShared' : 'toast.someShared', counts);
  const left = text('toast.sharesLeft', { count: waiting });
  return sent === 0 ? left : `${text('toast.someShared', counts)} ${left}`;
}

/** What was saved, and whether it is on this computer alone or on the service. */
function formatSavedChange(
  text: TextFunction,
  subject: SubjectOf<'changeSaved' | 'severalOrdered' | 'severalShared'>,
): string {
  const where = subject.isSent ? 'sent' : 'saved';
  if (subject.did === 'severalShared' && !subject.isSent && subject.sent > 0)
    return text('toast.someShared', { count: subject.sent, all: subject.count });
  return subject.did !== 'changeSaved'
    ? text(`toast.${where}.${subject.did}`, { count: countInToast(subject) })
    : text(`toast.${where}.${subject.what}`, { name: toName(text, subject) });
}

/** How many records a toast is about: of shares those that were not taken back one by one. */
function countInToast(subject: SubjectOf<'severalOrdered' | 'severalShared'>): number {
  return subject.did === 'severalShared' ? subject.count - subject.discarded : subject.count;
}

function toName(text: TextFunction, { kind, name }: { readonly kind?: Kind; readonly name: string }): string {
  const shown = name === '' && kind !== undefined ? text(`toast.unnamed.${kind}`) : name;
  return truncateWithEllipsis(shown, SHOWN);
}
