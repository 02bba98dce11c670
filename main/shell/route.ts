import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { PolicyStatus } from '#contract/policy.ts';
import type { ProcedureNameByLocation, ProcedureName } from '#contract/procedures.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import { createLockHandlers } from '#main/lock/handlers.ts';
import type { IdleWatch } from '#main/lock/idle-watch.ts';
import type { WindowLock } from '#main/lock/lock.ts';
import { createSessionHandlers } from '#main/session/handlers.ts';
import type { Clock } from '#main/base/clock.ts';
import type { ComputerCheckResult } from '#main/doctor/check-line.ts';
import { writeReport } from '#main/doctor/write-report.ts';
import type { Log } from '#main/base/log.ts';
import type { AccountSession } from '#main/session/session.ts';
import type { SettingsStore } from '#main/session/settings.ts';
import { createVideoCallHandlers } from './call-link.ts';
import type { EngineOfPageCalls } from './calling-page.ts';
import { createCopyTextHandlers, type ClipboardWriter } from './clipboard.ts';
import type { HandleCall } from './ipc.ts';
import { createLicenceHandlers } from './licences.ts';
import { createPageErrorLogHandlers } from './log-file.ts';
import { createSavePackHandler } from './downtime-pack.ts';
import { createPackScheduleHandlers, type PackScheduleHandlerDeps } from './pack-schedule.ts';
import { createPrintHandlers } from './printing.ts';
import { createPdfDragHandlers } from './drag.ts';
import { createPdfFileHandlers, type PdfFileHandlerDeps } from './files.ts';
import { createSupportHandlers } from './support.ts';
import { getMainLocale } from './text.ts';
import { createTransferDialogHandlers } from './transfer.ts';
import { createUpdateHandlers } from './updates.ts';
import type { ProgramWindows } from './window.ts';
import { createWindowHandlers } from './window-handlers.ts';
import { applyZoomLevel } from './zoom.ts';

type Handlers<Names extends ProcedureName> = {
  readonly [N in Names]: (input: ValidatedInput<N>) => Promise<Result<CallOutput<N>>>;
};

export interface ProcedureRouteDeps {
  readonly info: CallOutput<'app.info'>;
  readonly policy: PolicyStatus;
  /** The file with the licences of the shipped packages. */
  readonly licencesFile: string;
  readonly logFolder: string;
  readonly checkComputer: () => Promise<readonly ComputerCheckResult[]>;
  readonly log: Log;
  readonly clock: Clock;
  readonly session: AccountSession;
  readonly settings: SettingsStore;
  readonly copied: Pick<ClipboardWriter, 'copy'>;
  readonly pdfs: Omit<PdfFileHandlerDeps, 'engine' | 'clock'>;
  readonly windows: Pick<ProgramWindows, 'show' | 'send' | 'caller' | 'list' | 'records'>;
  readonly lock: WindowLock;
  readonly idleWatch: Pick<IdleWatch, 'noteInput'>;
  readonly updates: Parameters<typeof createUpdateHandlers>[0];
  /** Called when a downtime pack could not be made by itself. */
  readonly onPackFailure: PackScheduleHandlerDeps['onFailure'];
  readonly engine: EngineOfPageCalls;
}

/** Handles the procedures that make downtime packs, by hand and by themselves. */
function createPackHandlers({
  pdfs,
  engine,
  settings,
  lock,
  session,
  clock,
  onPackFailure,
}: Pick<
  ProcedureRouteDeps,
  'pdfs' | 'engine' | 'settings' | 'lock' | 'session' | 'clock' | 'onPackFailure'
>) {
  const packs = {
    window: pdfs.window,
    engine,
    zone: () => settings.get().timeZone,
    showsRecords: () => lock.showsRecords,
    clock,
  };
  const getAccounts = () => session.getState();
  return {
    ...createSavePackHandler(packs),
    ...createPackScheduleHandlers({ ...packs, getAccounts, onFailure: onPackFailure }),
  };
}

/** Returns the function that runs a procedure: those of the shell here, all others in the engine. */
export function createProcedureRoute({
  info,
  policy,
  licencesFile,
  logFolder,
  checkComputer,
  log,
  clock,
  session,
  settings,
  copied,
  pdfs,
  updates,
  windows,
  lock,
  idleWatch,
  onPackFailure,
  engine,
}: ProcedureRouteDeps): HandleCall {
  const handlers: Handlers<ProcedureNameByLocation<'shell'>> = {
    'app.info': async () => ok(info),
    'policy.get': async () => ok(policy),
    'computer.check': async () => ok({ lines: writeReport(await checkComputer(), getMainLocale()) }),
    ...createLicenceHandlers(licencesFile),
    ...createSupportHandlers({ info, settings, checkComputer, engine, logFolder, clock }),
    ...createPageErrorLogHandlers({ log, clock }),
    ...createCopyTextHandlers(copied),
    ...createSessionHandlers(session),
    ...createPdfFileHandlers({ ...pdfs, engine, clock }),
    ...createPdfDragHandlers({ ...pdfs, engine }),
    ...createPackHandlers({ pdfs, engine, settings, lock, session, clock, onPackFailure }),
    ...createTransferDialogHandlers({ session, window: pdfs.window, clock }),
    ...createUpdateHandlers(updates),
    ...createVideoCallHandlers({ window: pdfs.window, engine, clock }),
    ...createPrintHandlers({ window: pdfs.window, clock }),
    ...createLockHandlers(lock, idleWatch),
    ...createWindowHandlers(windows),
    ...createSettingsHandlers(settings, windows),
  };
  const own: ReadonlyMap<string, (input: never) => Promise<Result<unknown>>> = new Map(
    Object.entries(handlers),
  );
  return (name, input, signal) => {
    const handler = own.get(name);
    return handler === undefined ? engine.call(name, input, signal) : handler(input as never); // The schema of the procedure has checked the input.
  };
}

/** Handles the procedures of the settings; a zoom is applied to all windows at once. */
function createSettingsHandlers(settings: SettingsStore, windows: Pick<ProgramWindows, 'list'>) {
  return {
    'settings.get': async () => ok(settings.get()),
    'settings.set': async (patch: ValidatedInput<'settings.set'>) => {
      const chosen = settings.set(toSettings(patch));
      if (chosen.ok && patch.zoomLevel !== undefined) applyZoomLevel(windows.list(), patch.zoomLevel);
      return chosen;
    },
  };
}

/** Removes undefined values from a patch; stored, they would delete the old values. */
function toSettings(patch: ValidatedInput<'settings.set'>): Partial<Settings> {
  const chosen = Object.entries(patch).filter(([, choice]) => choice !== undefined);
  return Object.fromEntries(chosen) as Partial<Settings>; // Fields with the value undefined were removed; the others are unchanged.
}
