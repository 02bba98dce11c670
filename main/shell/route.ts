import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type { InternalProcedureName } from '#contract/internal-procedures.ts';
import type { CheckLine } from '#contract/computer-check.ts';
import type { PolicyStatus } from '#contract/policy.ts';
import type { ProcedureNameByLocation, ProcedureName } from '#contract/procedures.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import { createLockHandlers } from '#main/lock/handlers.ts';
import type { IdleWatch } from '#main/lock/idle-watch.ts';
import type { Lock } from '#main/lock/lock.ts';
import { createSessionHandlers } from '#main/session/handlers.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { Session } from '#main/session/session.ts';
import type { SettingsStore } from '#main/session/settings.ts';
import { createVideoCallHandlers } from './call-link.ts';
import { createCopyTextHandlers, type ClipboardWriter } from './clipboard.ts';
import type { HandleCall } from './ipc.ts';
import { createPageFaultHandlers } from './log-file.ts';
import { createPackShellHandlers } from './downtime-pack.ts';
import { createPrintHandlers } from './printing.ts';
import { createPdfShellHandlers, type PdfShellOptions } from './files.ts';
import { createTransferShellHandlers } from './transfer.ts';
import { createUpdateHandlers } from './updates.ts';

type Handlers<Names extends ProcedureName> = {
  readonly [N in Names]: (input: ParsedInput<N>) => Promise<Result<CallOutput<N>>>;
};

export interface RouteTargets {
  readonly info: CallOutput<'app.info'>;
  readonly policy: PolicyStatus;
  readonly checkComputer: () => Promise<readonly CheckLine[]>;
  readonly log: Log;
  readonly clock: Clock;
  readonly session: Session;
  readonly settings: SettingsStore;
  readonly copied: Pick<ClipboardWriter, 'copy'>;
  readonly pdfs: Omit<PdfShellOptions, 'engine' | 'clock'>;
  readonly lock: Lock;
  readonly idleWatch: Pick<IdleWatch, 'noteInput'>;
  readonly updates: Parameters<typeof createUpdateHandlers>[0];
  readonly engine: {
    call(name: ProcedureName | InternalProcedureName, input: unknown): Promise<Result<unknown>>;
  };
}

/** Returns the function that runs a procedure: those of the shell here, all others in the engine. */
export function createRoute({
  info,
  policy,
  checkComputer,
  log,
  clock,
  session,
  settings,
  copied,
  pdfs,
  updates,
  lock,
  idleWatch,
  engine,
}: RouteTargets): HandleCall {
  const handlers: Handlers<ProcedureNameByLocation<'shell'>> = {
    'app.info': async () => ok(info),
    'policy.get': async () => ok(policy),
    'computer.check': async () => ok({ lines: await checkComputer() }),
    ...createPageFaultHandlers({ log, clock }),
    ...createCopyTextHandlers(copied),
    ...createSessionHandlers(session),
    ...createPdfShellHandlers({ ...pdfs, engine, clock }),
    ...createPackShellHandlers({
      window: pdfs.window,
      engine,
      zone: () => settings.get().timeZone,
      clock,
    }),
    ...createTransferShellHandlers({ session, window: pdfs.window, clock }),
    ...createUpdateHandlers(updates),
    ...createVideoCallHandlers({ window: pdfs.window, engine, clock }),
    ...createPrintHandlers({ window: pdfs.window, clock }),
    ...createLockHandlers(lock, idleWatch),
    'settings.get': async () => ok(settings.get()),
    'settings.set': async (patch) => settings.set(toSettings(patch)),
  };
  const own: ReadonlyMap<string, (input: never) => Promise<Result<unknown>>> = new Map(
    Object.entries(handlers),
  );
  return (name, input) => {
    const handler = own.get(name);
    return handler === undefined ? engine.call(name, input) : handler(input as never); // checked by its schema
  };
}

/** Removes undefined values from a patch; stored, they would delete the old values. */
function toSettings(patch: ParsedInput<'settings.set'>): Partial<Settings> {
  const chosen = Object.entries(patch).filter(([, choice]) => choice !== undefined);
  return Object.fromEntries(chosen) as Partial<Settings>; // The same fields, without undefined values.
}
