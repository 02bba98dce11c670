/** Creates the stores of the screens in groups that belong together. */
import { type Kind } from '#contract/records.ts';
import { WORKLIST_SEARCH_SYNTAX } from '#contract/worklist-search.ts';
import { createStore } from 'zustand/vanilla';
import { type ProcedureCalls } from './bridge.ts';
import { createListAndRecordStore } from './list/list-and-record.ts';
import { getPolicy } from './program/computer.ts';
import { createPackReadinessCheck } from './day/pack-readiness.ts';
import { createRecordEditorStore, type EditorDeps } from './editor/editor.ts';
import type { ListAndRecordStoresByKind, StoresReceivingEvents } from './stores-receiving-events.ts';
import { createAccessLogFiltersStore } from './access-log-filters.ts';
import { createDirectoryStore } from './names/directory.ts';
import { createNameSuggestionsStore } from './names/name-suggestions.ts';
import { createFollowUpsStore } from './follow-ups.ts';
import { createThrottledRevisionCounter } from './revision-counter.ts';
import { ALL_FORMS_QUERY } from './forms/form-query.ts';
import { createFormListSource, type FormListSource } from './forms/list.ts';
import { FORM_EDITOR_DEFINITION } from './forms/draft.ts';
import { createHistoryStore } from './navigation/history.ts';
import { createInboxSource, type InboxSource } from './inbox/inbox-source.ts';
import { WHOLE_INBOX_QUERY } from './inbox/inbox-query.ts';
import { createMissingRecordsStore } from './sync/missing.ts';
import { createRecentsStore } from './navigation/recents.ts';
import { createRecordPdfStore } from './pdfs/pdf.ts';
import { REQUISITION_EDITOR_DEFINITION } from './requisitions/draft.ts';
import { getOpenAccountId } from './sync/session.ts';
import { showSavedChanges, type SavedChanges } from './editor/saved-changes.ts';
import type { SavedDraft, SavedInput } from './editor/saved-input.ts';
import { createToastsStore } from './toasts/toasts.ts';
import { createUndoableActions } from './undoable-actions.ts';
import { SCREEN_BY_KIND } from './navigation/view.ts';
import type { FirstStores, GetLastSyncTimeOfKind } from './first-stores.ts';
import { createListSnapshotCapture } from './list/list-snapshot.ts';
import { createTabbedListQueryParser } from './list/query-list.ts';
import { createPendingChangeEditsStore } from './editor/pending-change-edits.ts';
import {
  createWorklistSource,
  WHOLE_WORKLIST_QUERY,
  type WorklistSource,
} from './requisitions/worklist-query.ts';
import { createUnsavedInputStore } from './editor/unsaved-input.ts';

interface Sources {
  readonly worklist: WorklistSource;
  readonly forms: FormListSource;
  readonly inbox: InboxSource;
}

/** Creates the lists of the three kinds of records, each with its open record. */
export function createListAndRecordStores(
  calls: ProcedureCalls,
  { worklist, forms, inbox }: Sources,
  syncedAt: GetLastSyncTimeOfKind,
): ListAndRecordStoresByKind {
  const refresh = (kind: Kind) => (id: string) => calls['records.refresh']({ kind, id });
  return {
    requisition: createListAndRecordStore(
      worklist,
      { get: calls['requisitions.get'], refresh: refresh('requisition') },
      WHOLE_WORKLIST_QUERY,
      () => syncedAt('requisition'),
    ),
    form: createListAndRecordStore(
      forms,
      { get: calls['forms.get'], refresh: refresh('form') },
      ALL_FORMS_QUERY,
      () => syncedAt('form'),
    ),
    notification: createListAndRecordStore(
      inbox,
      { get: calls['notifications.get'], refresh: refresh('notification') },
      WHOLE_INBOX_QUERY,
      () => syncedAt('notification'),
    ),
  };
}

/** Creates the editors of requisitions and forms. */
export function createEditors(deps: EditorDeps): Pick<StoresReceivingEvents, 'editor' | 'formEditor'> {
  return {
    editor: createRecordEditorStore(REQUISITION_EDITOR_DEFINITION, deps),
    formEditor: createRecordEditorStore(FORM_EDITOR_DEFINITION, deps),
  };
}

/** Creates the stores that need no other store. */
export function createIndependentStores(calls: ProcedureCalls) {
  const unsavedInput = createUnsavedInputStore(calls);
  return {
    unsavedInput,
    missing: createMissingRecordsStore(calls),
    pendingChangeEdits: createPendingChangeEditsStore(unsavedInput),
    pdf: createRecordPdfStore(calls),
    directory: createDirectoryStore(calls),
    nameSuggestions: createNameSuggestionsStore(calls),
    followUps: createFollowUpsStore(calls),
    related: createThrottledRevisionCounter(),
    snoozes: createStore<number>(() => 0),
    accessFilters: createAccessLogFiltersStore(),
  };
}

/** Creates the stores of what was shown before: the way back, and the records that were opened last. */
export function createHistoryAndRecentsStores({
  view,
  browsers,
  completions,
  editor,
  formEditor,
}: Pick<StoresReceivingEvents, 'view' | 'browsers' | 'completions' | 'editor' | 'formEditor'>): Pick<
  StoresReceivingEvents,
  'recents' | 'history'
> {
  const { requisition, form, notification } = browsers;
  const history = createHistoryStore({
    view,
    lists: [
      { screen: SCREEN_BY_KIND.requisition, capture: createListSnapshotCapture(requisition), ...requisition },
      { screen: SCREEN_BY_KIND.form, capture: createListSnapshotCapture(form), ...form },
      {
        screen: SCREEN_BY_KIND.notification,
        capture: createListSnapshotCapture(notification),
        ...notification,
      },
      { screen: 'completion-requests', capture: createListSnapshotCapture(completions), ...completions },
    ],
    editors: [
      { screen: SCREEN_BY_KIND.requisition, store: editor.store },
      { screen: SCREEN_BY_KIND.form, store: formEditor.store },
    ],
  });
  return { recents: createRecentsStore(browsers, view), history };
}

/** Returns the function that tells whether everything is known that a downtime pack shows, and packs are allowed. */
export function createPackReadinessCheckFromStores({
  session,
  preferences,
  directory,
  computer,
  health,
}: Pick<FirstStores, 'session' | 'preferences' | 'computer' | 'health'> &
  Pick<StoresReceivingEvents, 'directory'>): () => boolean {
  return createPackReadinessCheck({
    isKnown: () =>
      getOpenAccountId(session.store.getState().accounts) !== null &&
      preferences.store.getState().isRead &&
      directory.store.getState().isLoaded &&
      getPolicy(computer.store.getState())?.savePdfs === true,
    getHealth: () => health.store.getState().health,
    monotonic: () => performance.now(),
  });
}

/** Returns the action of saving a draft as a change, for the banner of its error. */
function getSaveAction({ key }: Pick<SavedDraft, 'key'>): string {
  return `editor ${key}`;
}

/** Returns what a message says about saved input of an editor. */
function toSavedChanges({
  what,
  draft: { kind, name, patient },
  saved,
  before,
  storeDraftAgain,
}: SavedInput): SavedChanges {
  const [first] = saved;
  return {
    what,
    kind,
    name,
    patient,
    saved,
    before,
    onUndone: storeDraftAgain,
    ...(first === undefined ? {} : { place: { to: 'record', kind, id: first.id } }),
  };
}

/** Creates the messages about what was done, what undoes it, and what editors do with their drafts. */
export function createToastAndUndoStores(
  calls: ProcedureCalls,
  {
    view,
    followUps,
    directory,
    outbox,
    failedAction,
    session,
  }: Pick<StoresReceivingEvents, 'view' | 'followUps' | 'directory' | 'outbox' | 'failedAction' | 'session'>,
): { readonly undo: Pick<StoresReceivingEvents, 'toasts' | 'undoable'> } & Omit<
  EditorDeps,
  'calls' | 'context'
> {
  const toasts = createToastsStore(calls);
  const getAccountId = (): string | null => session.store.getState().accounts.current;
  // What was done on another screen can be undone by the key alone, so that no message covers what is worked on.
  view.store.subscribe((now, before) => {
    if (now.screen !== before.screen) toasts.dismiss();
  });
  const undoable = createUndoableActions({ calls, outbox, followUps, directory, toasts });
  return {
    undo: { toasts, undoable },
    discardDraft: undoable.discardDraft,
    undoTimeMs: outbox.undoTimeMs,
    followAccount: toasts.followAccount,
    onSaved: (input) => {
      outbox.invalidate();
      outbox.report(getSaveAction(input.draft), null);
      void showSavedChanges({ calls, outbox, toasts }, toSavedChanges(input));
    },
    getAccountId,
    onSaveFailed: (draft, error, account) => {
      const { kind, name } = draft;
      if (account === null || account === getAccountId())
        outbox.report(getSaveAction(draft), error, { kind, name });
      // Named by its account alone: what belongs to an account is not shown in another one.
      else outbox.report(`${account} ${getSaveAction(draft)}`, error, { kind, account });
    },
    reportLeaving: failedAction.report,
    onDraftSaved: ({ kind, key, name, patient }) =>
      toasts.show({
        subject: { did: 'draftSaved', kind, name },
        undo: null,
        place: { to: 'draft', kind, key },
        patient,
      }),
  };
}

/** Creates where the lists of records read their pages, and what reads the worklist's query. */
export function createListSources(calls: ProcedureCalls, zone: () => string) {
  const read = createTabbedListQueryParser(WORKLIST_SEARCH_SYNTAX, zone);
  return {
    read,
    worklist: createWorklistSource(calls, read),
    forms: createFormListSource(calls, zone),
    inbox: createInboxSource(calls, zone),
  };
}

/** Saves what is typed in editors and other forms; returns whether all of it is on disk. */
export async function saveTypedInput({
  editor,
  formEditor,
  unsavedInput,
}: Pick<StoresReceivingEvents, 'editor' | 'formEditor' | 'unsavedInput'>): Promise<boolean> {
  const saved = await Promise.all([editor.saveDraft(), formEditor.saveDraft(), unsavedInput.save()]);
  return saved.every((problem) => problem === null);
}
