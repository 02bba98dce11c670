import type { PreloadBridge } from '#contract/api.ts';
import { KINDS, type Kind } from '#contract/records.ts';
import type { EpochMs } from '#contract/time.ts';
import { WORKLIST_LANGUAGE } from '#contract/requisitions.ts';
import { wrapCalls, type ProcedureCalls } from './bridge.ts';
import { createBrowser } from './list/browser.ts';
import { createComputer } from './computer.ts';
import { createCompletions } from './forms/completions.ts';
import { createDay } from './day/day.ts';
import { createEditor, type EditorDeps } from './editor/editor.ts';
import { createDrafts } from './editor/draft-storage.ts';
import { forwardEvents, reloadAllStores, type ListBrowsers, type AllStores } from './events.ts';
import { createDirectory } from './directory.ts';
import { createFollowUps, createRelatedRevision } from './follow-ups.ts';
import {
  createFormActions,
  ALL_FORMS,
  createFormList,
  createFormSource,
  type FormSource,
} from './forms/list.ts';
import { FORM_DRAFTS } from './forms/draft.ts';
import { createHealth, getLastSync } from './sync/health.ts';
import { createInboxSource, WHOLE_INBOX, type InboxSource, createInbox } from './inbox/inbox.ts';
import { createOutbox } from './sync/outbox.ts';
import { createMissing } from './sync/missing.ts';
import { createPdf } from './pdfs/pdf.ts';
import { createPreferences } from './preferences.ts';
import { REQUISITION_DRAFTS } from './requisitions/draft.ts';
import { createSession, openAccount, getOwnUserId } from './sync/session.ts';
import { createTotals } from './list/totals.ts';
import { createUpdates } from './updates.ts';
import { createView } from './view.ts';
import { createQueryParser } from './list/query-list.ts';
import { createWriteEdits } from './sync/write-edits.ts';
import { createWorklistSource, WHOLE_WORKLIST, type WorklistSource } from './requisitions/worklist-query.ts';
import { createWorklist } from './requisitions/list.ts';

/** All state of the page. */
export interface Stores extends AllStores {
  readonly calls: ProcedureCalls;
  /** Reloads everything after the engine has restarted. */
  readonly reload: () => void;
  /** Subscribes to events and loads the data; returns the function that unsubscribes. */
  readonly start: () => () => void;
}

interface Sources {
  readonly worklist: WorklistSource;
  readonly forms: FormSource;
  readonly inbox: InboxSource;
}

type SyncedKind = (kind: Kind) => EpochMs | null;

function createBrowsers(
  calls: ProcedureCalls,
  { worklist, forms, inbox }: Sources,
  syncedAt: SyncedKind,
): ListBrowsers {
  const refresh = (kind: Kind) => (id: string) => calls['records.refresh']({ kind, id });
  return {
    requisition: createBrowser(
      worklist,
      { get: calls['requisitions.get'], refresh: refresh('requisition') },
      WHOLE_WORKLIST,
      () => syncedAt('requisition'),
    ),
    form: createBrowser(forms, { get: calls['forms.get'], refresh: refresh('form') }, ALL_FORMS, () =>
      syncedAt('form'),
    ),
    notification: createBrowser(
      inbox,
      { get: calls['notifications.get'], refresh: refresh('notification') },
      WHOLE_INBOX,
      () => syncedAt('notification'),
    ),
  };
}

function createEditors(deps: EditorDeps): Pick<AllStores, 'editor' | 'formEditor'> {
  return {
    editor: createEditor(REQUISITION_DRAFTS, deps),
    formEditor: createEditor(FORM_DRAFTS, deps),
  };
}

function createEachStore(calls: ProcedureCalls): AllStores {
  const session = createSession(calls, () =>
    Promise.all([editors.editor.saveDraft(), editors.formEditor.saveDraft()]),
  );
  const preferences = createPreferences(calls);
  // After a change by the user, the lists and counts reload without the usual throttling.
  const outbox = createOutbox(calls, () => {
    for (const kind of KINDS) browsers[kind].list.reloadNow();
    worklist.clock.reloadNow();
  });
  const zone = (): string => preferences.store.getState().settings.timeZone;
  const userId = (): string | null => getOwnUserId(session.store.getState().accounts);
  const read = createQueryParser(WORKLIST_LANGUAGE, zone);
  const source = createWorklistSource(calls, read);
  const forms = createFormSource(calls, zone);
  const notifications = createInboxSource(calls, zone);
  const health = createHealth(calls);
  const syncedAt: SyncedKind = (kind) => getLastSync(health.store.getState().health, kind);
  const browsers = createBrowsers(calls, { worklist: source, forms, inbox: notifications }, syncedAt);
  const browser = browsers.requisition;
  const editors = createEditors({
    calls,
    onSaved: outbox.invalidate,
    context: () => ({ userId: userId(), zone: zone() }),
  });
  const worklist = createWorklist({ calls, outbox, browser, source, read, reviewer: userId });
  return {
    session,
    preferences,
    computer: createComputer(calls),
    outbox,
    missing: createMissing(calls),
    writeEdits: createWriteEdits(),
    health,
    totals: createTotals(calls, syncedAt),
    view: createView(),
    browsers,
    worklist,
    formList: createFormList(forms, browsers.form),
    completions: createCompletions(calls, outbox, () => syncedAt('form')),
    inbox: createInbox({ calls, browser: browsers.notification, source: notifications, outbox }),
    day: createDay({ calls, health, zone }),
    drafts: createDrafts(calls),
    pdf: createPdf(calls),
    directory: createDirectory(calls),
    followUps: createFollowUps(calls),
    related: createRelatedRevision(),
    formActions: createFormActions(calls, outbox),
    updates: createUpdates(calls),
    ...editors,
  };
}

/** Creates the stores. Nothing is requested before `start`. */
export function createStores(bridge: PreloadBridge): Stores {
  const calls = wrapCalls(bridge);
  const stores = createEachStore(calls);

  function reload(): void {
    void stores.session.load();
    void stores.preferences.load();
    void stores.computer.load();
    void stores.updates.load();
    if (openAccount(stores.session.store.getState().accounts) !== null) reloadAllStores(stores);
  }

  return {
    calls,
    ...stores,
    reload,
    start: () => {
      const end = forwardEvents(bridge, stores, reload);
      reload();
      return end;
    },
  };
}
