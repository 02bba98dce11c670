import { join } from 'node:path';
import type { AccountsState } from '#contract/accounts.ts';
import type { Health } from '#contract/sync-health.ts';
import type { EventName } from '#contract/names.ts';
import type { OutboxCounts } from '#contract/outbox.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { hasAccountFiles } from '#main/base/data-dir.ts';
import { createLog, type Log } from '#main/base/log.ts';
import type { ChildPort } from '#main/base/port.ts';
import type { Random } from '#main/base/random.ts';
import { Session } from '#main/session/session.ts';
import { openSettings, type SettingsStore } from '#main/session/settings.ts';
import type { Updates } from '#main/updates/updates.ts';
import { openAccounts } from '#main/vault/accounts.ts';
import { createVault } from '#main/vault/vault.ts';
import { createSystemNotifications } from './notifications.ts';
import { watchComputer, type UserAttention, withProxy } from './network.ts';
import {
  type BundlePaths,
  createForker,
  type ForkBundle,
  startDemoClinic,
  createChildEnvironment,
} from './processes.ts';
import { buildContentSecurityPolicy, createPageResponder, createWindowSession } from './protocol.ts';
import { EngineProcess } from './engine-process.ts';
import type { CommandLineFlags } from './flags.ts';
import { serveCalls } from './ipc.ts';
import { logFile } from './log-file.ts';
import { QuitGuard, drainOnQuit } from './quit.ts';
import { installMenu } from './menu.ts';
import { writeScreenshot, createWindows, type ProgramWindows } from './window.ts';
import { TempCopies } from './temp-copies.ts';
import { isPackaged, logUncaughtErrors, onShowRequested, getProgramInfo } from './program.ts';
import { createRoute } from './route.ts';
import { createUpdates, getUpdateSource, toUpdateConfig } from './updates.ts';

export interface AppOptions {
  readonly flags: CommandLineFlags;
  readonly dataDir: string;
  readonly bundles: BundlePaths;
  /** Source expressions of styles that libraries insert into the page. */
  readonly styleHashes: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly random: Random;
}

/** Returns a function that starts the engine process; all engines of this run use the same owner name. */
function createEngineForker(
  { dataDir, random, bundles }: AppOptions,
  packaged: boolean,
  fork: ForkBundle,
): () => ChildPort {
  const run = random.hex(8);
  const args = ['--data-dir', dataDir, '--run', run, ...(packaged ? [] : ['--strict'])];
  return () => fork('Intray engine', bundles.engine, args);
}

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
 * Creates the base of all parts: the log, the session of the windows, and the function that starts processes.
 */
function createBase({ dataDir, bundles, styleHashes, variables, clock, random }: AppOptions) {
  const packaged = isPackaged();
  const writeLog = logFile(join(dataDir, 'logs'));
  const log = createLog(writeLog, () => clock.now());
  const fork = createForker(createChildEnvironment(variables, packaged), writeLog);
  const page = createWindowSession(
    createPageResponder(bundles.page, buildContentSecurityPolicy(styleHashes)),
  );
  return { packaged, log, fork, page, context: { dataDir, clock, random, log } };
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
  readonly systemNotifications: ReturnType<typeof createSystemNotifications>;
  readonly engine: EngineProcess;
  readonly session: Session;
  readonly log: Log;
}

/**
 * Sends the state of the engine to a page that has loaded; a failed engine is started again, because the user
 * has come back.
 */
function handlePageLoaded({ windows, systemNotifications, engine, session, log }: LoadedPage): void {
  windows.send('engine', { state: engine.state });
  systemNotifications.pageLoaded();
  if (engine.state === 'failed')
    runInBackground(session.reopen(), 'the engine could not be started again', log);
}

/** Forwards attention events to the engine. Without an open account it needs none. */
function createAttentionListener(engine: Pick<EngineProcess, 'call'>, log: Log) {
  return (now: UserAttention): void =>
    runInBackground(
      engine.call('engine.attention', { now }),
      'the engine did not receive an attention event',
      log,
    );
}

/** Creates the engine's process. The session is created after it. */
function createAppEngine(
  options: AppOptions,
  { packaged, fork, context }: ReturnType<typeof createBase>,
  announce: OnEvent,
  session: () => Session,
): EngineProcess {
  return new EngineProcess({
    ...context,
    fork: createEngineForker(options, packaged, fork),
    announce,
    saveMarker: (account, mark) => session().saveMarker(account, mark),
    onRestarted: () => session().reopen(),
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
    config: () => toUpdateConfig(null, settings.get(), source),
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
  const { packaged, log, fork, page, context } = base;

  // The engine emits events as soon as it is created, so its listeners are created before it and call it
  // through this reference.
  const later = { call: (...asked: Parameters<EngineProcess['call']>) => engine.call(...asked) };
  const attend = createAttentionListener(later, log);
  const windows = createWindows({
    session: page,
    preload: bundles.preload,
    devTools: !packaged,
    log,
    onLoaded: () => handlePageLoaded({ windows, systemNotifications, engine, session, log }),
    onAttention: attend,
    onClosing: (event, window) => quitGuard.handleClosing(event, window),
  });
  const systemNotifications = createSystemNotifications({
    windows,
    engine: later,
    settings: () => settings.get(),
    log,
  });
  const onOutbox = createOutboxListener((counts) => {
    session.handleOutboxCounts(counts);
    updates.handleSending(counts.sending);
  });
  const onEvent = publishTo([windows.send, systemNotifications.onEvent, onOutbox]);
  const engine = createAppEngine(options, base, onEvent, () => session);
  const copies = new TempCopies({ ...context, folder: join(dataDir, 'opened') });
  const vault = createVault({ ...context, forkChild: () => fork('Intray keychain', bundles.keychainChild) });
  const settings = openSettings({ ...context, onChanged: (chosen) => windows.send('settings', chosen) });
  const session = new Session({
    ...context,
    accounts: openAccounts(context),
    vault,
    variables,
    engine: withProxy(engine, (address) => page.resolveProxy(address), log),
    startDemo: () => startDemoClinic(() => fork('Intray demo clinic', bundles.sandbox), clock),
    hasFiles: (account) => hasAccountFiles(dataDir, account),
    mayLeave: (unsent) => quitGuard.maySwitch(unsent),
    onChanged: (state) => {
      purgeAfterClosing(state, copies, log);
      systemNotifications.session(state.session);
      windows.send('accounts', state);
    },
  });
  const quitGuard = new QuitGuard({ unsent: () => session.unsentOfRun, window: windows.current, log });
  const updates = createAppUpdates(options, { settings, session, windows, log });
  return { log, windows, engine, vault, settings, session, copies, attend, updates };
}

/** Starts the app and opens its window. Call it once Electron is ready. */
export function startApp(options: AppOptions): void {
  const { flags, clock } = options;
  const devTools = !isPackaged();
  const { log, windows, engine, vault, settings, session, copies, attend, updates } = assemble(options);
  const watching = new AbortController();
  logUncaughtErrors(log);
  runInBackground(copies.sweep(), 'temporary copies of an earlier run could not be removed', log);
  const pdfs = { copies, window: windows.current };
  const route = createRoute({
    info: getProgramInfo(flags.baseUrl),
    log,
    clock,
    session,
    settings,
    pdfs,
    updates,
    engine,
  });
  serveCalls({ isOurs: windows.isOurs, route, checkAnswers: devTools, log });
  installMenu({ onCommand: (id) => windows.send('command', { id }), devTools });
  onShowRequested(windows.show);
  drainOnQuit({
    drain: async () => {
      watching.abort();
      await session.close();
      vault.close();
      await copies.close();
      await engine.stop();
    },
    clock,
    log,
  });
  const watch = watchComputer({ emit: attend, clock, signal: watching.signal });
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
