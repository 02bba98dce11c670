import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type { ControlName } from '#contract/controls.ts';
import type { CheckLine } from '#contract/computer-check.ts';
import type { PolicyStatus } from '#contract/policy.ts';
import type { ProcedureNameIn, ProcedureName } from '#contract/procedures.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import { sessionHandlers } from '#main/session/handlers.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { Session } from '#main/session/session.ts';
import type { SettingsStore } from '#main/session/settings.ts';
import { callLinkHandlers } from './call-link.ts';
import type { HandleCall } from './ipc.ts';
import { pageFaultHandlers } from './log-file.ts';
import { packHandlers } from './downtime-pack.ts';
import { printHandlers } from './printing.ts';
import { pdfHandlers, type PdfShellOptions } from './files.ts';
import { updateHandlers } from './updates.ts';

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
  readonly pdfs: Omit<PdfShellOptions, 'engine' | 'clock'>;
  readonly updates: Parameters<typeof updateHandlers>[0];
  readonly engine: { call(name: ProcedureName | ControlName, input: unknown): Promise<Result<unknown>> };
}

/** Sends every procedure to the one who answers it: those that run in the shell here, all others to the engine. */
export function createRoute({
  info,
  policy,
  checkComputer,
  log,
  clock,
  session,
  settings,
  pdfs,
  updates,
  engine,
}: RouteTargets): HandleCall {
  const handlers: Handlers<ProcedureNameIn<'shell'>> = {
    'app.info': async () => ok(info),
    'policy.get': async () => ok(policy),
    'computer.check': async () => ok({ lines: await checkComputer() }),
    ...pageFaultHandlers({ log, clock }),
    ...sessionHandlers(session),
    ...pdfHandlers({ ...pdfs, engine, clock }),
    ...packHandlers({
      window: pdfs.window,
      engine,
      zone: () => settings.get().timeZone,
      clock,
    }),
    ...updateHandlers(updates),
    ...callLinkHandlers({ window: pdfs.window, engine, clock }),
    ...printHandlers({ window: pdfs.window, clock }),
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
