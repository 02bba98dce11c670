import type { PreloadBridge } from '#contract/api.ts';
import { KINDS, type Kind } from '#contract/records.ts';
import { toIsoDay } from '#contract/search/date-range.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { WORKLIST_SEARCH_SYNTAX } from '#contract/requisitions.ts';
import { wrapBridgeCalls, type ProcedureCalls } from './bridge.ts';
import { createRecordBrowser } from './list/browser.ts';
import { createComputerStore } from './computer.ts';
import { createCompletionRequestsStore } from './forms/completion-requests.ts';
import { createDayStore } from './day/day.ts';
import { createEditor, type EditorDeps } from './editor/editor.ts';
import { createDraftsStore } from './editor/draft-storage.ts';
import { forwardEvents, reloadAllStores, type RecordBrowsers, type AllStores } from './events.ts';
import { createLockStore, type LockStore } from './lock.ts';
import { createDirectoryStore } from './directory.ts';
import { createNameSuggestionsStore } from './name-suggestions.ts';
import { createFollowUpsStore, createRevisionCounter } from './follow-ups.ts';
import { createFormActionsStore } from './forms/form-actions.ts';
import { ALL_FORMS_QUERY, createFormList, createFormListSource, type FormListSource } from './forms/list.ts';
import { FORM_EDITOR_DEFINITION } from './forms/draft.ts';
import { createChartsStore } from './home/charts.ts';
import { createHandoverStore } from './home/handover.ts';
import { createHomeStore } from './home/home.ts';
import { createLinkCounter } from './home/list-links.ts';
import { createIntroductionStore } from './introduction.ts';
import { createHealthStore, getLastSyncTime } from './sync/health.ts';
import { createInbox } from './inbox/inbox.ts';
import { createInboxSource, WHOLE_INBOX_QUERY, type InboxSource } from './inbox/inbox-query.ts';
import { createOutboxStore } from './sync/outbox.ts';
import { createMissingRecordsStore } from './sync/missing.ts';
import { createRecents } from './recents.ts';
import { createRecordPdfStore } from './pdfs/pdf.ts';
import { createPreferencesStore } from './preferences.ts';
import { REQUISITION_EDITOR_DEFINITION } from './requisitions/draft.ts';
import { createSessionStore, getOpenAccountId, getOwnUserId } from './sync/session.ts';
import { createRecordTotals } from './list/totals.ts';
import { createUpdates } from './updates.ts';
import { createNavigationStore } from './view.ts';
import { createQueryParser } from './list/query-list.ts';
import { createWriteEditsStore } from './sync/write-edits.ts';
import {
  createWorklistSource,
  WHOLE_WORKLIST_QUERY,
  type ParseWorklistQuery,
  type WorklistSource,
} from './requisitions/worklist-query.ts';
import { createWorklist } from './requisitions/list.ts';

/** All stores of the page, the procedures that they call, and the functions that start and reload them. */
export interface Stores extends AllStores {
  readonly calls: ProcedureCalls;
  readonly lock: LockStore;
  /** Reloads everything after the engine has restarted. */
  readonly reload: () => void;
  /** Subscribes to events and loads the data; returns the function that unsubscribes. */
  readonly start: () => () => void;
}

interface Sources {
  readonly worklist: WorklistSource;
  readonly forms: FormListSource;
  readonly inbox: InboxSource;
}

type SyncedKind = (kind: Kind) => EpochMs | null;

function createBrowsers(
  calls: ProcedureCalls,
  { worklist, forms, inbox }: Sources,
  syncedAt: SyncedKind,
): RecordBrowsers {
  const refresh = (kind: Kind) => (id: string) => calls['records.refresh']({ kind, id });
  return {
    requisition: createRecordBrowser(
      worklist,
      { get: calls['requisitions.get'], refresh: refresh('requisition') },
      WHOLE_WORKLIST_QUERY,
      () => syncedAt('requisition'),
    ),
    form: createRecordBrowser(
      forms,
      { get: calls['forms.get'], refresh: refresh('form') },
      ALL_FORMS_QUERY,
      () => syncedAt('form'),
    ),
    notification: createRecordBrowser(
      inbox,
      { get: calls['notifications.get'], refresh: refresh('notification') },
      WHOLE_INBOX_QUERY,
      () => syncedAt('notification'),
    ),
  };
}

function createEditors(deps: EditorDeps): Pick<AllStores, 'editor' | 'formEditor'> {
  return {
    editor: createEditor(REQUISITION_EDITOR_DEFINITION, deps),
    formEditor: createEditor(FORM_EDITOR_DEFINITION, deps),
  };
}

/** Creates the stores that need no other store. */
function createIndependentStores(calls: ProcedureCalls) {
  return {
    computer: createComputerStore(calls),
    missing: createMissingRecordsStore(calls),
    writeEdits: createWriteEditsStore(),
    view: createNavigationStore(),
    drafts: createDraftsStore(calls),
    pdf: createRecordPdfStore(calls),
    directory: createDirectoryStore(calls),
    nameSuggestions: createNameSuggestionsStore(calls),
    followUps: createFollowUpsStore(calls),
    related: createRevisionCounter(),
    updates: createUpdates(calls),
  };
}

interface HomeContext {
  readonly zone: () => string;
  readonly read: ParseWorklistQuery;
  readonly userId: () => string | null;
  readonly syncedAt: SyncedKind;
}

/** Creates the stores of the home screen; both count the reviews of the same users. */
function createHomeStores(
  calls: ProcedureCalls,
  { zone, read, userId, syncedAt }: HomeContext,
): Pick<AllStores, 'home' | 'charts' | 'handover'> {
  const count = createLinkCounter(calls, zone);
  const home = createHomeStore({ count, userId, syncedAt });
  const charts = createChartsStore({
    calls,
    count,
    getUser: () => (home.store.getState().scope === 'own' ? userId() : null),
    getToday: () => toIsoDay(toEpochMs(Date.now()), zone()),
  });
  home.store.subscribe((now, before) => {
    if (now.scope !== before.scope) charts.reloadNow();
  });
  return { home, charts, handover: createHandoverStore(calls, read) };
}

function createAllStores(calls: ProcedureCalls): AllStores {
  const session = createSessionStore(calls, () =>
    Promise.all([editors.editor.saveDraft(), editors.formEditor.saveDraft()]),
  );
  const preferences = createPreferencesStore(calls);
  // After a change by the user, the lists and counts reload without the usual throttling.
  const outbox = createOutboxStore(calls, () => {
    for (const kind of KINDS) browsers[kind].list.reloadNow();
    worklist.dueReviews.reloadNow();
  });
  const zone = (): string => preferences.store.getState().settings.timeZone;
  const userId = (): string | null => getOwnUserId(session.store.getState().accounts);
  const read = createQueryParser(WORKLIST_SEARCH_SYNTAX, zone);
  const source = createWorklistSource(calls, read);
  const forms = createFormListSource(calls, zone);
  const notifications = createInboxSource(calls, zone);
  const health = createHealthStore(calls);
  const syncedAt: SyncedKind = (kind) => getLastSyncTime(health.store.getState().health, kind);
  const browsers = createBrowsers(calls, { worklist: source, forms, inbox: notifications }, syncedAt);
  const browser = browsers.requisition;
  const editors = createEditors({
    calls,
    onSaved: outbox.invalidate,
    context: () => ({ userId: userId(), zone: zone() }),
  });
  const worklist = createWorklist({ calls, outbox, browser, source, read, reviewer: userId });
  const independent = createIndependentStores(calls);
  return {
    ...independent,
    recents: createRecents(browsers, independent.view),
    session,
    preferences,
    introduction: createIntroductionStore({ session, preferences }),
    outbox,
    health,
    ...createHomeStores(calls, { zone, read, userId, syncedAt }),
    totals: createRecordTotals(calls, syncedAt),
    browsers,
    worklist,
    formList: createFormList(forms, browsers.form),
    completions: createCompletionRequestsStore(calls, outbox, () => syncedAt('form')),
    inbox: createInbox({ calls, browser: browsers.notification, source: notifications, outbox }),
    day: createDayStore({ calls, health, zone }),
    formActions: createFormActionsStore(calls, outbox),
    ...editors,
  };
}

/**
 * Creates the stores. Nothing is requested before `start`.
 * @param lock the lock of the window, which exists before anything of an account may be loaded
 */
export function createStores(
  bridge: PreloadBridge,
  lock: LockStore = createLockStore(wrapBridgeCalls(bridge), bridge.on),
): Stores {
  const calls = wrapBridgeCalls(bridge);
  const stores = { ...createAllStores(calls), lock };

  function reload(): void {
    void stores.session.load();
    void stores.preferences.load();
    void stores.computer.load();
    void stores.updates.load();
    if (getOpenAccountId(stores.session.store.getState().accounts) !== null) reloadAllStores(stores);
  }

  return {
    calls,
    ...stores,
    reload,
    start: () => {
      const ends = [forwardEvents(bridge, stores, reload), stores.introduction.start()];
      reload();
      return () => ends.forEach((end) => end());
    },
  };
}
