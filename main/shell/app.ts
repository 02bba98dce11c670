import { homedir } from 'node:os';
import type { AccountsState } from '#contract/accounts.ts';
import type { Health } from '#contract/sync-health.ts';
import type { EventName } from '#contract/names.ts';
import type { OutboxCounts } from '#contract/outbox.ts';
import { runInBackground } from '#main/base/async.ts';
import { hasAccountFiles } from '#main/base/data-dir.ts';
import type { Log } from '#main/base/log.ts';
import { limitSettings, enforcePolicy } from '#main/policy/limits.ts';
import { keepLastGoodPolicy } from '#main/policy/read-policy.ts';
import { AccessLogKeeper } from '#main/session/access-log.ts';
import { Session } from '#main/session/session.ts';
import { openSettings, type SettingsStore } from '#main/session/settings.ts';
import type { Updates } from '#main/updates/updates.ts';
import { AccessLogVault } from '#main/vault/access-log.ts';
import { openAccounts } from '#main/vault/accounts.ts';
import { createVault } from '#main/vault/vault.ts';
import { recordSignInsAndPrints } from './access-notes.ts';
import { getWindowBackground } from './background.ts';
import { createSystemNotifications } from './notifications.ts';
import { watchWakeAndNetwork, type RefreshSignal, withProxy } from './network.ts';
import { type AppOptions, createBase, createEngineForker, getKeychainOptions } from './app-base.ts';
import { startDemoClinic } from './processes.ts';
import { EngineProcess } from './engine-process.ts';
import { serveCalls } from './ipc.ts';
import { QuitGuard, drainOnQuit } from './quit.ts';
import { installMenu } from './menu.ts';
import { writeScreenshot } from './screenshot.ts';
import { createWindows, type ProgramWindows, type WindowOptions } from './window.ts';
import { getCopiesFolders, TempCopies, type TempCopiesOptions } from './temp-copies.ts';
import {
  isPackaged,
  logChildProcesses,
  logUncaughtErrors,
  onShowRequested,
  getProgramInfo,
  quitProgram,
} from './program.ts';
import { createRoute } from './route.ts';
import { askBeforeSignIn } from './sign-in-question.ts';
import { createUpdates, getUpdateSource, toUpdateConfig } from './updates.ts';

type OnEvent = (name: EventName, payload: unknown) => void;

/** Returns a function that passes each event to all listeners. */
function publishTo(listeners: readonly OnEvent[]): OnEvent {
  return (name, payload) => listeners.forEach((onEvent) => onEvent(name, payload));
}

/** Returns a listener that passes on the outbox counts from the engine's events. */
function createOutboxListener(onEvent: (counts: OutboxCounts) => void): OnEvent {
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

interface LoadedPage {
  readonly windows: ProgramWindows;
  readonly engine: EngineProcess;
  readonly session: Session;
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
function createAttentionListener(engine: Pick<EngineProcess, 'call'>, log: Log) {
  return (now: RefreshSignal): void =>
    runInBackground(
      engine.call('engine.attention', { now }),
      'the engine did not receive an attention event',
      log,
    );
}

/** The parts that windows use, but that are created after the windows; a function reads them. */
interface WindowDependencies extends Omit<LoadedPage, 'windows' | 'log'> {
  readonly quitGuard: QuitGuard;
  readonly settings: SettingsStore;
  readonly systemNotifications: ReturnType<typeof createSystemNotifications>;
}

/** Creates the windows and connects them with the parts that exist once a window is open. */
function createAppWindows(
  base: Pick<WindowOptions, 'session' | 'preload' | 'devTools' | 'clock' | 'log' | 'onAttention'>,
  getDependencies: () => WindowDependencies,
): ProgramWindows {
  const windows = createWindows({
    ...base,
    mayOpen: () => !getDependencies().quitGuard.isQuitting,
    zoom: {
      read: () => getDependencies().settings.get().zoomLevel,
      save: (zoomLevel) => getDependencies().settings.set({ zoomLevel }),
    },
    background: () => getWindowBackground(getDependencies().settings.get().theme),
    onShown: () => getDependencies().systemNotifications.windowShown(),
    onLoaded: () => handlePageLoaded({ ...getDependencies(), windows, log: base.log }),
    onClosing: (event, window) => getDependencies().quitGuard.handleClosing(event, window),
    onLoggingOff: () => windows.send('loggingOff', {}),
    onLoggedOff: () => {
      getDependencies().quitGuard.leaveUnasked();
      quitProgram();
    },
  });
  return windows;
}

/** Creates the place of the temporary copies. */
function createCopies(context: Omit<TempCopiesOptions, 'folder'> & { readonly dataDir: string }): TempCopies {
  const place = { dataDir: context.dataDir, platform: process.platform, home: homedir() };
  const [folder, ...otherFolders] = getCopiesFolders(place);
  return new TempCopies({ ...context, folder, otherFolders });
}

/** Creates the engine's process. What it calls is created after it. */
function createAppEngine(
  options: AppOptions,
  { packaged, fork, context }: ReturnType<typeof createBase>,
  announce: OnEvent,
  getLater: () => { readonly session: Session; readonly accessSecrets: AccessLogVault },
): EngineProcess {
  return new EngineProcess({
    ...context,
    fork: createEngineForker(options, packaged, fork),
    announce,
    saveMarker: (account, mark) => getLater().session.saveMarker(account, mark),
    saveAccessHead: (head) => getLater().accessSecrets.saveHead(head),
    onRestarted: () => getLater().session.reopen(),
  });
}

interface UpdateSurroundings {
  readonly settings: SettingsStore;
  readonly session: Session;
  readonly windows: ProgramWindows;
  readonly log: Log;
}

/** Creates the updates; they close the account before an installation. */
function createAppUpdates(
  { variables, ...options }: AppOptions,
  { settings, session, windows, log }: UpdateSurroundings,
): Updates {
  const source = getUpdateSource(variables);
  return createUpdates({
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

/** Creates the parts of the program and passes each its dependencies. */
function assemble(options: AppOptions) {
  const { dataDir, bundles, variables, clock } = options;
  const base = createBase(options);
  const { packaged, log, fork, page, context, checkComputer, copied } = base;

  // The engine emits events as soon as it is created, so its listeners are created before it and call it
  // through this reference.
  const engineCalls = { call: (...asked: Parameters<EngineProcess['call']>) => engine.call(...asked) };
  const onAttention = createAttentionListener(engineCalls, log);
  const { preload } = bundles;
  const windows = createAppWindows(
    { session: page, preload, devTools: !packaged, clock, log, onAttention },
    () => ({ quitGuard, settings, systemNotifications, engine, session }),
  );
  const systemNotifications = createSystemNotifications({
    windows,
    engine: engineCalls,
    settings: () => limitSettings(settings.get(), context.policy),
    log,
  });
  const onOutbox = createOutboxListener((counts) => {
    session.handleOutboxCounts(counts);
    updates.handleSending(counts.sending);
  });
  const onEvent = publishTo([windows.send, systemNotifications.onEvent, onOutbox]);
  const engine = createAppEngine(options, base, onEvent, () => ({ session, accessSecrets }));
  const copies = createCopies(context);
  const onQuestion = (isOpen: boolean): void => session.handleKeychainQuestion(isOpen);
  const vault = createVault({ ...getKeychainOptions(options, log, fork), onQuestion });
  const accessSecrets = new AccessLogVault({ ...context, vault, variables });
  const settings = openSettings({ ...context, onChanged: (chosen) => windows.send('settings', chosen) });
  const link = withProxy(engine, (address) => page.resolveProxy(address), { log, clock });
  const accessLog = new AccessLogKeeper({ engine: link, secrets: accessSecrets, log });
  const session = new Session({
    ...context,
    accounts: openAccounts(context),
    vault,
    variables,
    engine: accessLog.wrap(link),
    startDemo: () => startDemoClinic(() => fork('Intray demo clinic', bundles.demo), clock),
    hasFiles: (account) => hasAccountFiles(dataDir, account),
    mayLeave: (unsent) => quitGuard.maySwitch(unsent),
    mayContact: (host) => askBeforeSignIn(host, windows.current()),
    onChanged: (state) => {
      purgeAfterClosing(state, copies, log);
      systemNotifications.handleSessionState(state.session);
      windows.send('accounts', state);
    },
  });
  const quitGuard = new QuitGuard({ unsent: () => session.unsentOfRun, window: windows.current, log });
  const updates = createAppUpdates(options, { settings, session, windows, log });
  return {
    log,
    windows,
    engine,
    vault,
    settings,
    session,
    copies,
    copied,
    onAttention,
    checkComputer,
    updates,
    accessLog,
  };
}

/** Handles the calls of the page, within the limits of the policy. */
function serveProcedures(
  { flags, clock, policy }: AppOptions,
  { windows, copies, ...parts }: ReturnType<typeof assemble>,
  checkAnswers: boolean,
): void {
  const info = getProgramInfo(flags.baseUrl);
  const pdfs = { copies, window: windows.current };
  const limited = enforcePolicy(createRoute({ ...parts, info, policy, clock, pdfs }), policy.policy);
  const route = recordSignInsAndPrints(limited, parts);
  serveCalls({ isOurs: windows.isOurs, route, checkAnswers, log: parts.log });
}

/** Starts the app and opens its window. Call it once Electron is ready. */
export function startApp(options: AppOptions): void {
  const { flags, clock, dataDir, policy } = options;
  const devTools = !isPackaged();
  const parts = assemble(options);
  const { log, windows, engine, vault, settings, session, copies, copied, onAttention, updates, accessLog } =
    parts;
  const watching = new AbortController();
  logUncaughtErrors(log);
  logChildProcesses(log);
  keepLastGoodPolicy(policy, dataDir, log);
  runInBackground(copies.removeLeftovers(), 'temporary copies of an earlier run could not be removed', log);
  serveProcedures(options, parts, devTools);
  installMenu({ onCommand: (id) => windows.send('command', { id }), devTools });
  onShowRequested(windows.show);
  drainOnQuit({
    drain: async () => {
      watching.abort();
      // An account that is being opened would wait for the user.
      vault.cancelQuestion();
      await session.close();
      await accessLog.close();
      vault.close();
      await copied.remove();
      await copies.close();
      await engine.stop();
    },
    clock,
    log,
  });
  const watch = watchWakeAndNetwork({ emit: onAttention, clock, signal: watching.signal });
  runInBackground(watch, 'wake-up and network changes are not watched', log);
  runInBackground(updates.watch(watching.signal), 'updates are not looked for', log);
  windows.show();
  const opened = session.openAtStart(settings.get(), flags.baseUrl);
  runInBackground(opened, 'no account could be opened', log);
  const window = windows.current();
  if (flags.screenshot === null || window === null) return;
  const picture = writeScreenshot({ window, file: flags.screenshot, ready: opened, clock });
  runInBackground(picture, 'no picture was taken', log);
}
