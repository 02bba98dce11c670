import { join } from 'node:path';
import type { AccountsState } from '#contract/accounts.ts';
import type { Health } from '#contract/sync-health.ts';
import type { EventName } from '#contract/names.ts';
import type { OutboxCounts } from '#contract/outbox.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { hasAccountFiles } from '#main/base/data-dir.ts';
import { createLog, type Log } from '#main/base/log.ts';
import type { Child } from '#main/base/port.ts';
import type { Random } from '#main/base/random.ts';
import { Session } from '#main/session/session.ts';
import { openSettings } from '#main/session/settings.ts';
import { openAccounts } from '#main/vault/accounts.ts';
import { createVault } from '#main/vault/vault.ts';
import { createSystemNotifications } from './notifications.ts';
import { watchComputer, type Attention, withProxy } from './network.ts';
import { type Bundles, forker, type Fork, startDemoClinic, childEnvironment } from './processes.ts';
import { contentSecurityPolicy, pageFiles, windowSession } from './protocol.ts';
import { EngineProcess } from './engine-process.ts';
import type { Flags } from './flags.ts';
import { serveCalls } from './ipc.ts';
import { logFile } from './log-file.ts';
import { Leaving, drainOnQuit } from './quit.ts';
import { installMenu } from './menu.ts';
import { takePicture, createWindows, type Windows } from './window.ts';
import { TempCopies } from './temp-copies.ts';
import { isPackaged, logMishaps, onAskedFor, programInfo } from './program.ts';
import { createRoute } from './route.ts';

export interface AppOptions {
  readonly flags: Flags;
  readonly dataDir: string;
  readonly bundles: Bundles;
  /** Source expressions of the styles that libraries put into the page. */
  readonly styleHashes: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly random: Random;
}

/** Starts the engine, again where it has ended; all engines of this run bear its name. */
function engineForker({ dataDir, random, bundles }: AppOptions, packaged: boolean, fork: Fork): () => Child {
  const run = random.hex(8);
  const args = ['--data-dir', dataDir, '--run', run, ...(packaged ? [] : ['--strict'])];
  return () => fork('Intray engine', bundles.engine, args);
}

type OnEvent = (name: EventName, payload: unknown) => void;

/** Passes each event on to all who listen. */
function publishTo(listeners: readonly OnEvent[]): OnEvent {
  return (name, payload) => listeners.forEach((onEvent) => onEvent(name, payload));
}

/** Hears in the engine's events how many writes wait. */
function outboxHearer(onEvent: (counts: OutboxCounts) => void): OnEvent {
  // The engine is our own code: its events are as the contract says.
  return (name, payload) => {
    if (name === 'outbox') onEvent(payload as OutboxCounts);
    if (name === 'health') onEvent((payload as Health).outbox);
  };
}

/** What every part stands on: the log, the session of the windows, and the way to start processes. */
function footing({ dataDir, bundles, styleHashes, variables, clock, random }: AppOptions) {
  const packaged = isPackaged();
  const writeLog = logFile(join(dataDir, 'logs'));
  const log = createLog(writeLog, () => clock.now());
  const fork = forker(childEnvironment(variables, packaged), writeLog);
  const page = windowSession(pageFiles(bundles.page, contentSecurityPolicy(styleHashes)));
  return { packaged, log, fork, page, context: { dataDir, clock, random, log } };
}

/** The next user of this computer finds no document of the account before. */
function purgeAfterClosing({ session }: AccountsState, copies: TempCopies, log: Log): void {
  if (session !== 'open') drop(copies.purge(), 'copies of documents are left', log);
}

interface LoadedPage {
  readonly windows: Windows;
  readonly systemNotifications: ReturnType<typeof createSystemNotifications>;
  readonly engine: EngineProcess;
  readonly session: Session;
  readonly log: Log;
}

/** Shows a page that has loaded the state of the engine; one that has failed is started again, as the user came back to it. */
function pageLoaded({ windows, systemNotifications, engine, session, log }: LoadedPage): void {
  windows.send('engine', { state: engine.state });
  systemNotifications.pageLoaded();
  if (engine.state === 'failed') drop(session.reopen(), 'the engine could not be tried again', log);
}

/** The parts of the program, each handed what it needs of the others. */
function assemble(options: AppOptions) {
  const { dataDir, bundles, variables, clock } = options;
  const { packaged, log, fork, page, context } = footing(options);

  // Where no account is open, nothing waits for attention.
  const attend = (now: Attention): void =>
    drop(engine.call('engine.attention', { now }), 'the engine did not get where the user is', log);
  const windows = createWindows({
    session: page,
    preload: bundles.preload,
    devTools: !packaged,
    log,
    onLoaded: () => pageLoaded({ windows, systemNotifications, engine, session, log }),
    onAttention: attend,
    onClosing: (event, window) => leaving.closing(event, window),
  });
  // The engine speaks as soon as it is made, so whoever listens stands here before it.
  const later = { call: (...asked: Parameters<EngineProcess['call']>) => engine.call(...asked) };
  const systemNotifications = createSystemNotifications({
    windows,
    engine: later,
    settings: () => settings.get(),
    log,
  });
  const onOutbox = outboxHearer((counts) => session.outboxChanged(counts));
  const engine = new EngineProcess({
    ...context,
    fork: engineForker(options, packaged, fork),
    announce: publishTo([windows.send, systemNotifications.onEvent, onOutbox]),
    saveMarker: (account, mark) => session.saveMarker(account, mark),
    onRestarted: () => session.reopen(),
  });
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
    mayLeave: (unsent) => leaving.maySwitch(unsent),
    onChanged: (state) => {
      purgeAfterClosing(state, copies, log);
      systemNotifications.session(state.session);
      windows.send('accounts', state);
    },
  });
  const leaving = new Leaving({ unsent: () => session.unsentOfRun, window: windows.current, log });
  return { log, windows, engine, vault, settings, session, copies, attend };
}

/** Puts the desk together and opens its window. To be called once Electron is ready. */
export function startApp(options: AppOptions): void {
  const { flags, clock } = options;
  const devTools = !isPackaged();
  const { log, windows, engine, vault, settings, session, copies, attend } = assemble(options);
  const watching = new AbortController();
  logMishaps(log);
  drop(copies.sweep(), 'copies of documents of an earlier run are left', log);
  const pdfs = { copies, window: windows.current };
  const route = createRoute({
    info: programInfo(flags.baseUrl),
    log,
    clock,
    session,
    settings,
    pdfs,
    engine,
  });
  serveCalls({ isOurs: windows.isOurs, route, checkAnswers: devTools, log });
  installMenu({ onCommand: (id) => windows.send('command', { id }), devTools });
  onAskedFor(windows.show);
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
  drop(watch, 'the computer is not watched', log);
  windows.show();
  const opened = session.openAtStart(settings.get(), flags.baseUrl);
  drop(opened, 'no account could be opened', log);
  const window = windows.current();
  if (flags.screenshot === null || window === null) return;
  const picture = takePicture({ window, file: flags.screenshot, ready: opened, clock });
  drop(picture, 'no picture was taken', log);
}
