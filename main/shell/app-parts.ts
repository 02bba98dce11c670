import { homedir } from 'node:os';
import type { AccountsState } from '#contract/accounts.ts';
import type { Health } from '#contract/sync-health.ts';
import type { EventName } from '#contract/ipc-names.ts';
import type { OutboxCounts } from '#contract/outbox.ts';
import { runInBackground } from '#main/base/async.ts';
import { hasAccountFiles } from '#main/base/data-dir.ts';
import type { Log } from '#main/base/log.ts';
import { getTempCopiesFolders } from '#main/base/temp-copies-folders.ts';
import type { IdleWatch } from '#main/lock/idle-watch.ts';
import type { WindowLock } from '#main/lock/lock.ts';
import type { AccessLogRecorder } from '#main/session/access-log.ts';
import type { EngineCallAndRestart } from '#main/session/open-account-controller.ts';
import { AccountSession } from '#main/session/session.ts';
import type { SettingsStore } from '#main/session/settings.ts';
import type { UpdateManager } from '#main/updates/updates.ts';
import { AccessLogKeyProvider } from '#main/vault/access-log.ts';
import { openAccountRegister } from '#main/vault/accounts.ts';
import { createVaultWithKeychainProcess, type Vault } from '#main/vault/vault.ts';
import type { createSystemNotifications } from './notifications.ts';
import type { EngineAttentionReason } from './network.ts';
import {
  type AppOptions,
  type createLogSessionAndForker,
  createEngineForker,
  createPdfForker,
  getKeychainOptions,
} from './app-base.ts';
import { PROCESS_NAMES, startDemoClinic } from './processes.ts';
import { EngineProcess } from './engine-process.ts';
import type { PendingChangesLossGuard } from './quit.ts';
import { endAndRestartEngine } from './lock.ts';
import { createWindows, type ProgramWindows, type WindowDeps, getWindowBackgroundColor } from './window.ts';
import { TempCopies, type TempCopiesOptions } from './temp-copies.ts';
import { quitProgram } from './program.ts';
import type { RecordWindows } from './record-windows.ts';
import type { ClipboardWriter } from './clipboard.ts';
import { askBeforeContactingNewHost, dismissDialogs } from './dialogs.ts';
import { createUpdateManager, getUpdateAddressAndKeys, toUpdateConfig } from './updates.ts';
import { applyZoomLevel } from './zoom.ts';

type AppBase = ReturnType<typeof createLogSessionAndForker>;
type OnEvent = (name: EventName, payload: unknown) => void;

/** Returns a function that passes each event to all listeners. */
export function combineEventListeners(listeners: readonly OnEvent[]): OnEvent {
  return (name, payload) => listeners.forEach((onEvent) => onEvent(name, payload));
}

/** Returns a listener that passes on the outbox counts from the engine's events. */
export function createOutboxCountsListener(onEvent: (counts: OutboxCounts) => void): OnEvent {
  // The events come from our own engine and conform to the contract.
  return (name, payload) => {
    if (name === 'outbox') onEvent(payload as OutboxCounts);
    if (name === 'health') onEvent((payload as Health).outbox);
  };
}

/**
 * Removes the temporary copies when the account closes, so that the next user of this computer finds no
 * document.
 */
function purgeAfterClosing({ session }: AccountsState, copies: TempCopies, log: Log): void {
  if (session !== 'open')
    runInBackground(copies.purge(), 'temporary copies of documents could not be removed', log);
}

/** Returns the function that ends the windows of records once their account is no longer the open one. */
function createRecordWindowsCloser(
  records: Pick<RecordWindows, 'terminateAll'>,
): (state: AccountsState) => void {
  let shown: string | null = null;
  return ({ session, current }) => {
    // An account that opens again after a restart of the engine keeps its windows.
    const now = session === 'closed' || session === 'locked' ? null : current;
    if (now !== shown) records.terminateAll();
    shown = now;
  };
}

interface LoadedPage {
  readonly windows: ProgramWindows;
  readonly engine: EngineProcess;
  readonly session: AccountSession;
  readonly log: Log;
}

/**
 * Sends the state of the engine to a page that has loaded; a failed engine is started again, because the user
 * has come back.
 */
function handlePageLoaded({ windows, engine, session, log }: LoadedPage): void {
  windows.send('engine', { state: engine.state });
  if (engine.state === 'failed')
    runInBackground(session.reopen(), 'the engine could not be started again', log);
}

/** Forwards attention events to the engine. Without an open account it needs none. */
export function createRefreshSignalForwarder(engine: Pick<EngineProcess, 'call'>, log: Log) {
  return (now: EngineAttentionReason): void =>
    runInBackground(
      engine.call('engine.attention', { now }),
      'the engine did not receive an attention event',
      log,
    );
}

/** The parts that windows use, but that are created after the windows; a function reads them. */
interface WindowDependencies extends Omit<LoadedPage, 'windows' | 'log'> {
  readonly quitGuard: PendingChangesLossGuard;
  readonly idleWatch: Pick<IdleWatch, 'noteInput'>;
  readonly settings: SettingsStore;
  readonly systemNotifications: ReturnType<typeof createSystemNotifications>;
  readonly copies: Pick<TempCopies, 'removeAtSessionEnd'>;
}

/** Creates the windows and connects them with the parts that exist once a window is open. */
export function createAppWindows(
  base: Pick<WindowDeps, 'session' | 'preload' | 'devTools' | 'clock' | 'log' | 'onAttention'>,
  getDependencies: () => WindowDependencies,
): ProgramWindows {
  const windows = createWindows({
    ...base,
    mayOpen: () => !getDependencies().quitGuard.isQuitting,
    zoom: {
      read: () => getDependencies().settings.get().zoomLevel,
      save: (zoomLevel) => {
        getDependencies().settings.set({ zoomLevel });
        applyZoomLevel(windows.list(), zoomLevel);
      },
    },
    background: () => getWindowBackgroundColor(getDependencies().settings.get().theme),
    onShown: () => getDependencies().systemNotifications.windowShown(),
    onLoaded: () => handlePageLoaded({ ...getDependencies(), windows, log: base.log }),
    onInput: () => getDependencies().idleWatch.noteInput(),
    onClosing: (event, window) => getDependencies().quitGuard.handleClosing(event, window),
    onLoggingOff: () => windows.send('loggingOff', {}),
    onLoggedOff: () => {
      // Windows kills the program when this returns, so nothing of the usual way out may be relied on.
      getDependencies().copies.removeAtSessionEnd();
      getDependencies().quitGuard.leaveUnasked();
      quitProgram();
    },
  });
  return windows;
}

/** Creates the store of the temporary copies of documents. */
export function createTempCopies(
  context: Omit<TempCopiesOptions, 'folder'> & { readonly dataDir: string },
): TempCopies {
  const place = { dataDir: context.dataDir, platform: process.platform, home: homedir() };
  const [folder, ...otherFolders] = getTempCopiesFolders(place);
  return new TempCopies({ ...context, folder, otherFolders });
}

/** Creates the engine's process. What it calls is created after it. */
export function createAppEngine(
  options: AppOptions,
  { checksAnswers, fork, context }: AppBase,
  announce: OnEvent,
  getLater: () => { readonly session: AccountSession; readonly accessSecrets: AccessLogKeyProvider },
): EngineProcess {
  return new EngineProcess({
    ...context,
    fork: createEngineForker(options, checksAnswers, fork),
    forkPdfs: createPdfForker(options, fork),
    announce,
    saveMarker: (account, mark) => getLater().session.saveMarker(account, mark),
    saveAccessHead: (head) => getLater().accessSecrets.saveHead(head),
    onRestarted: () => getLater().session.reopen(),
  });
}

interface UpdateSurroundings {
  readonly settings: SettingsStore;
  readonly session: AccountSession;
  readonly windows: ProgramWindows;
  readonly log: Log;
}

/** Creates the updates; they close the account before an installation. */
export function createAppUpdates(
  { variables, ...options }: AppOptions,
  { settings, session, windows, log }: UpdateSurroundings,
): UpdateManager {
  const source = getUpdateAddressAndKeys(variables);
  return createUpdateManager({
    ...options,
    log,
    source,
    config: () => toUpdateConfig(options.policy.policy.updates, settings.get(), source),
    unsentWork: (sending) => ({
      sending: session.getState().session === 'open' ? sending : 0,
      unsaved: session.unsentOfRun,
    }),
    close: () => session.close(),
    reopen: async () => void (await session.reopen()),
    onChanged: (state) => windows.send('updates', state),
  });
}

interface SessionSurroundings extends Pick<UpdateSurroundings, 'windows' | 'log'> {
  readonly vault: Vault;
  readonly copies: TempCopies;
  readonly copied: Pick<ClipboardWriter, 'remove'>;
  readonly systemNotifications: ReturnType<typeof createSystemNotifications>;
  /** Created after the session, which they ask for unsent changes and for the account. */
  readonly getLate: () => { readonly quitGuard: PendingChangesLossGuard; readonly lock: WindowLock };
  /** How the session calls the engine. */
  readonly link: EngineCallAndRestart;
  readonly engine: EngineProcess;
  readonly accessLog: AccessLogRecorder;
}

/** Creates the session, which signs in and opens accounts. */
export function createAppSession(
  { bundles, variables, clock, dataDir }: AppOptions,
  { context, fork }: AppBase,
  {
    windows,
    log,
    vault,
    copies,
    copied,
    systemNotifications,
    getLate,
    link,
    engine,
    accessLog,
  }: SessionSurroundings,
): AccountSession {
  const closeRecordsOfOtherAccounts = createRecordWindowsCloser(windows.records);
  return new AccountSession({
    ...context,
    accounts: openAccountRegister(context),
    vault,
    variables,
    engine: accessLog.wrap(link),
    noteAccess: async (access) => accessLog.note(access),
    keepReceipts: (receipts) => accessLog.keepReceipts(receipts),
    startDemo: () => startDemoClinic(() => fork(PROCESS_NAMES.demoClinic, bundles.demo), clock),
    hasFiles: (account) => hasAccountFiles(dataDir, account),
    mayLeave: (unsent) => getLate().quitGuard.maySwitch(unsent),
    onAccountLeft: async () => {
      // What the former user has copied, and questions to that user, must not reach the next one.
      dismissDialogs();
      systemNotifications.removeAll();
      windows.renewPage();
      await copied.remove();
      await endAndRestartEngine({ engine, accessLog, clock });
    },
    mayContact: (host) => askBeforeContactingNewHost(host, windows.current()),
    onChanged: (state) => {
      purgeAfterClosing(state, copies, log);
      closeRecordsOfOtherAccounts(state);
      systemNotifications.handleSessionState(state.session);
      windows.send('accounts', state);
      getLate().lock.handleSession(state.session);
    },
  });
}

/** Creates the vault of tokens and keys, and that of the access log. */
export function createVaults(
  options: AppOptions,
  { context, fork, log }: AppBase,
  onQuestion: (isOpen: boolean) => void,
): { readonly vault: Vault; readonly accessSecrets: AccessLogKeyProvider } {
  const vault = createVaultWithKeychainProcess({ ...getKeychainOptions(options, log, fork), onQuestion });
  return {
    vault,
    accessSecrets: new AccessLogKeyProvider({ ...context, vault, variables: options.variables }),
  };
}
