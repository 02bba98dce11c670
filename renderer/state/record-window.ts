import type { RecordOfWindow, UncheckedPlaceInMainWindow } from '#contract/record-windows.ts';
import type { Kind } from '#contract/records.ts';
import type { ProcedureCalls } from './bridge.ts';
import type { FailedActionStore } from './failed-action.ts';
import type { OpenRecordState } from './list/record.ts';
import type { ListAndRecordStoresByKind, StoresReceivingEvents } from './stores-receiving-events.ts';
import type { ToastsStore } from './toasts/toasts.ts';
import type { ShowInMainWindow } from './navigation/view.ts';

/** Returns the function that shows a record in a window of its own; a message says why it cannot. */
export function createOpenRecordWindow(
  calls: ProcedureCalls,
  toasts: Pick<ToastsStore, 'show'>,
  failedAction: Pick<FailedActionStore, 'report'>,
): (kind: Kind, id: string) => void {
  const open = async (kind: Kind, id: string): Promise<void> => {
    const done = await calls['windows.openRecord']({ kind, id });
    failedAction.report('recordWindow', done.ok ? null : done.error);
    if (done.ok && done.value.outcome === 'full')
      toasts.show({ subject: { did: 'tooManyWindows' }, undo: null });
  };
  return (kind, id) => void open(kind, id);
}

/** The actions of a list beside a record. A window that shows one record has none. */
const NO_MOVES = {
  close: () => {},
  select: () => {},
  selectFirst: () => {},
  openSelected: () => {},
  move: async () => {},
} as const;

/** Returns the lists and records of a window that shows one record: other records are opened in the main window. */
function createBrowsersOfRecordWindow(
  browsers: ListAndRecordStoresByKind,
  own: RecordOfWindow,
  show: ShowInMainWindow,
): ListAndRecordStoresByKind {
  const { requisition, form, notification } = browsers;
  const open = (kind: Kind) => (id: string) => {
    if (kind === own.kind && id === own.id) browsers[kind].open(id);
    else show({ to: 'record', record: { kind, id } });
  };
  return {
    requisition: { ...requisition, ...NO_MOVES, open: open('requisition') },
    form: { ...form, ...NO_MOVES, open: open('form') },
    notification: { ...notification, ...NO_MOVES, open: open('notification') },
  };
}

/** Returns the editors of a window that shows one record: editing happens in the main window, where one editor is open at a time. */
function createEditorsOfRecordWindow(
  { editor, formEditor }: Pick<StoresReceivingEvents, 'editor' | 'formEditor'>,
  show: ShowInMainWindow,
): Pick<StoresReceivingEvents, 'editor' | 'formEditor'> {
  const open = async (
    kind: Kind,
    purpose: Extract<UncheckedPlaceInMainWindow, { to: 'editor' }>['purpose'],
    id: string,
  ): Promise<void> => show({ to: 'editor', purpose, record: { kind, id } });
  return {
    editor: {
      ...editor,
      edit: (id) => open('requisition', 'edit', id),
      open: (purpose, id) => open('requisition', purpose, id),
    },
    formEditor: {
      ...formEditor,
      edit: (id) => open('form', 'edit', id),
      open: (purpose, id) => open('form', purpose, id),
    },
  };
}

interface BrowsersAndEditors {
  readonly browsers: ListAndRecordStoresByKind;
  readonly editors: Pick<StoresReceivingEvents, 'editor' | 'formEditor'>;
}

/**
 * Returns the lists, records and editors of a window: all of them in the main one, otherwise those that lead to the main
 * window for everything but the record.
 */
export function limitToRecordOfWindow(
  record: RecordOfWindow | null,
  show: ShowInMainWindow,
  { browsers, editors }: BrowsersAndEditors,
): BrowsersAndEditors {
  if (record === null) return { browsers, editors };
  return {
    browsers: createBrowsersOfRecordWindow(browsers, record, show),
    editors: createEditorsOfRecordWindow(editors, show),
  };
}

/** Tells the main process when the service has given the record of the window an id; returns the function that stops. */
export function watchIdOfRecordWindow(
  calls: ProcedureCalls,
  browsers: ListAndRecordStoresByKind,
  { kind, id }: RecordOfWindow,
): () => void {
  let known: string = id;
  const note = (now: OpenRecordState<unknown>): void => {
    if (now.phase !== 'ready' || now.id === known) return;
    known = now.id;
    // Not noted, the record may get a second window: nothing to report.
    void calls['windows.noteId']({ kind, id: now.id });
  };
  return browsers[kind].record.store.subscribe(note);
}
