import type { MenuCommandId } from '#contract/screens.ts';
import type { Settings } from '#contract/settings.ts';
import { runInBackground } from '#main/base/async.ts';
import { applyPolicyLimitsToSettings, enforcePolicy } from '#main/policy/limits.ts';
import { refuseWhileLocked } from '#main/lock/handlers.ts';
import { saveLastGoodPolicy } from '#main/policy/read-policy.ts';
import { AccessLogRecorder } from '#main/session/access-log.ts';
import { RetentionRunner } from '#main/session/retention.ts';
import { openSettings } from '#main/session/settings.ts';
import { withAccessLogOfSignInsAndPrints } from './access-notes.ts';
import { createSystemNotifications } from './notifications.ts';
import { startWakeAndNetworkWatch, withProxyRuleSentBeforeCalls } from './network.ts';
import { type AppOptions, createLogSessionAndForker } from './app-base.ts';
import type { EngineProcess } from './engine-process.ts';
import { limitEngineToAccountOfPage } from './calling-page.ts';
import { servePageCalls } from './ipc.ts';
import { createLockAndIdleWatch, filterEventsWhileLocked, lockOnSleepAndIdle } from './lock.ts';
import { limitAccessLogToOpenAccount } from './access-log-limit.ts';
import { PendingChangesLossGuard, closeAll, delayQuitUntilDrained, quitOnSignals } from './quit.ts';
import { installMenu } from './menu.ts';
import { writeScreenshot } from './screenshot.ts';
import { setMainProcessLanguage, setMainLanguageListener } from './text.ts';
import type { ProgramWindows } from './window.ts';
import {
  isPackaged,
  logChildProcessExits,
  logUncaughtErrors,
  onShowRequested,
  getProgramInfo,
} from './program.ts';
import { getLogFolder } from './log-file.ts';
import { createProcedureRoute } from './route.ts';
import {
  createAppEngine,
  createAppSession,
  createAppUpdates,
  createAppWindows,
  createRefreshSignalForwarder,
  createTempCopies,
  createOutboxCountsListener,
  createVaults,
  combineEventListeners,
} from './app-parts.ts';

/** Returns the listener of changed settings: the page receives them, and the main process takes their language. */
function createSettingsListener({ send }: Pick<ProgramWindows, 'send'>): (chosen: Settings) => void {
  return (chosen) => {
    send('settings', chosen);
    setMainProcessLanguage(chosen.language);
  };
}

/** Creates the parts of the program and passes each its dependencies. */
function assemble(options: AppOptions) {
  const { bundles, clock, policy } = options;
  const base = createLogSessionAndForker(options);
  const { packaged, checksAnswers, log, page, context, checkComputer, copied } = base;

  // The engine emits events as soon as it is created, so its listeners are created before it and call it
  // through this reference.
  const engineCalls = { call: (...asked: Parameters<EngineProcess['call']>) => engine.call(...asked) };
  const onAttention = createRefreshSignalForwarder(engineCalls, log);
  const windows = createAppWindows(
    { session: page, preload: bundles.preload, devTools: !packaged, clock, log, onAttention },
    () => ({ quitGuard, idleWatch, settings, systemNotifications, engine, session, copies }),
  );
  const getSettings = (): Settings => applyPolicyLimitsToSettings(settings.get(), context.policy);
  const systemNotifications = createSystemNotifications({
    windows,
    engine: engineCalls,
    settings: getSettings,
    log,
  });
  const onOutbox = createOutboxCountsListener((counts) => {
    session.handleOutboxCounts(counts);
    updates.handleSending(counts.sending);
  });
  const toUser = combineEventListeners([windows.send, systemNotifications.onEvent]);
  const onEvent = combineEventListeners([filterEventsWhileLocked(() => lock.showsRecords, toUser), onOutbox]);
  const engine = createAppEngine(options, base, onEvent, () => ({ session, accessSecrets }));
  const copies = createTempCopies(context);
  const onQuestion = (isOpen: boolean): void => session.handleKeychainQuestion(isOpen);
  const { vault, accessSecrets } = createVaults(options, base, onQuestion);
  const settings = openSettings({ ...context, onChanged: createSettingsListener(windows) });
  const link = withProxyRuleSentBeforeCalls(engine, (address) => page.resolveProxy(address), { log, clock });
  const accessLog = new AccessLogRecorder({ engine: link, secrets: accessSecrets, clock, log });
  const parts = { windows, log, vault, engine, copies, accessLog, copied, clock, systemNotifications };
  const session = createAppSession(options, base, { ...parts, link, getLate: () => ({ quitGuard, lock }) });
  const locking = createLockAndIdleWatch({
    ...parts,
    session,
    getMinutes: () => getSettings().lockAfterMinutes,
  });
  const { lock, idleWatch } = locking;
  const quitGuard = new PendingChangesLossGuard({
    unsent: () => session.unsentOfRun,
    isUpdating: () => updates.getState().phase === 'installing',
    window: windows.current,
    log,
  });
  const updates = createAppUpdates(options, { settings, session, windows, log });
  const retention = new RetentionRunner({ ...context, policy, engine, settings, getSettings, session });
  const onPackFailure = systemNotifications.handlePackFailure;
  const late = { settings, session, onAttention, updates, quitGuard, retention };
  return { ...parts, ...late, ...locking, checkComputer, checksAnswers, onPackFailure };
}

/** Registers the handlers of the calls of the page, within the limits of the policy. */
function serveProcedures(
  { flags, clock, policy, bundles, dataDir }: AppOptions,
  { windows, copies, checksAnswers, ...parts }: ReturnType<typeof assemble>,
): void {
  const info = getProgramInfo(flags.baseUrl);
  const pdfs = { copies, window: windows.caller };
  const engine = limitEngineToAccountOfPage(parts.engine);
  const files = { pdfs, licencesFile: bundles.licences, logFolder: getLogFolder(dataDir) };
  const limited = enforcePolicy(
    createProcedureRoute({ ...parts, ...files, engine, windows, info, policy, clock }),
    policy.policy,
  );
  const own = limitAccessLogToOpenAccount(limited, parts.session);
  const route = refuseWhileLocked(withAccessLogOfSignInsAndPrints(own, parts), parts.lock);
  servePageCalls({ isOurs: windows.isOurs, route, checkAnswers: checksAnswers, log: parts.log });
}

/** Returns the function that runs a command of the menu in the main window. */
function createMenuCommandSender(
  windows: Pick<ProgramWindows, 'current' | 'show'>,
  send: ProgramWindows['send'],
): (id: MenuCommandId) => void {
  return (id) => {
    // The window of a record may be in front.
    if (windows.current() !== null) windows.show();
    send('command', { id });
  };
}

/** Shows the menu, also after the language has changed. */
function showMenuInChosenLanguage(menu: Parameters<typeof installMenu>[0]): void {
  const show = (): void => installMenu(menu);
  show();
  setMainLanguageListener(show);
}

/** Starts the app and opens its window. Call it once Electron is ready. */
export function startApp(options: AppOptions): void {
  const { flags, clock, dataDir, policy } = options;
  const devTools = !isPackaged();
  const parts = assemble(options);
  const { log, windows, settings, session, copies, onAttention } = parts;
  const { updates, quitGuard, lock, retention } = parts;
  const watching = new AbortController();
  logUncaughtErrors(log);
  logChildProcessExits(log);
  saveLastGoodPolicy(policy, dataDir, log);
  runInBackground(copies.removeLeftovers(), 'temporary copies of an earlier run could not be removed', log);
  serveProcedures(options, parts);
  const send = filterEventsWhileLocked(() => lock.showsRecords, windows.send);
  setMainProcessLanguage(settings.get().language);
  const onCommand = createMenuCommandSender(windows, send);
  showMenuInChosenLanguage({ onCommand, onLock: () => lock.lockSoon('user'), devTools });
  onShowRequested(() => {
    quitGuard.noteStart();
    windows.show();
  });
  quitOnSignals(options.signals, quitGuard);
  delayQuitUntilDrained({
    drain: async () => {
      watching.abort();
      await closeAll(parts);
    },
    removeCopies: () => copies.removeAtSessionEnd(),
    variables: options.variables,
    startsAgain: () => quitGuard.startsAgain,
    clock,
    log,
  });
  lockOnSleepAndIdle(parts, watching.signal);
  startWakeAndNetworkWatch({ emit: onAttention, clock, signal: watching.signal }, log);
  runInBackground(updates.watch(watching.signal), 'updates are not looked for', log);
  runInBackground(retention.watch(watching.signal), 'unused copies are not removed', log);
  windows.show();
  const opened = session.openAtStart(settings.get(), flags.baseUrl);
  runInBackground(opened, 'no account could be opened', log);
  const window = windows.current();
  if (flags.screenshot === null || window === null) return;
  const picture = writeScreenshot({ window, file: flags.screenshot, ready: opened, clock });
  runInBackground(picture, 'no picture was taken', log);
}
