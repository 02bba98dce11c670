import { internalProcedures } from '#contract/internal-procedures.ts';
import { type ProcedureNameByLocation, procedures } from '#contract/procedures.ts';
import { err, type Result } from '#contract/result.ts';
import {
  findOutputProblem,
  isAbandonableCacheRead,
  type ProcedureDefinition,
  validateCall,
} from '#contract/validate-call.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { CacheReadName } from './cache/protocol.ts';
import type { EngineHandlers, RunWithOpenAccount } from './handlers/deps.ts';

export interface CallRouterDeps {
  /** The handlers of the procedures and controls that run in the engine itself. */
  readonly handlers: EngineHandlers;
  /** Runs a call of the reader thread or of the local store's thread with the open account. */
  readonly withAccount: RunWithOpenAccount;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with each call after it was served, and the input that its schema has checked. */
  readonly onServed: (name: string, input: unknown, result: Result<unknown>) => void;
  /** Whether results are checked too: in development and tests. */
  readonly isStrict: boolean;
}

/** `signal` abandons a read. */
type RunCall = (name: string, input: unknown, signal?: AbortSignal) => Promise<Result<unknown>>;
export type CallRouter = RunCall;

/** A call that takes longer is logged by its name; a sync may. */
const SLOW_MS = SECOND;

const ENTRIES: ReadonlyMap<string, ProcedureDefinition> = new Map(
  Object.entries({ ...procedures, ...internalProcedures }),
);

/**
 * Validates the input of a procedure or control and runs it where its entry says: in a handler of the engine, in
 * the reader thread,
 * or in the local store's thread. Returns errors as values and never throws.
 */
export function createCallRouter({
  handlers,
  withAccount,
  clock,
  log,
  onServed,
  isStrict,
}: CallRouterDeps): CallRouter {
  // The entry of a procedure names its target, and its schema has checked the input.
  const targets: Record<'engine' | 'reader' | 'local', RunCall> = {
    engine: (name, input, signal) => handlers[name as keyof EngineHandlers](input as never, signal),
    reader: (name, input, signal) =>
      withAccount(({ cache }) => cache.read(name as CacheReadName, input as never, signal)),
    local: (name, input) =>
      withAccount(({ local }) => local.call(name as ProcedureNameByLocation<'local'>, input as never)),
  };
  const run = async (
    name: string,
    entry: ProcedureDefinition,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<Result<unknown>> => {
    if (entry.runsIn === 'shell') return err('invalid-input', { detail: 'an unknown name' });
    const call = validateCall(entry, input);
    if (!call.ok) return call;
    const abandoning = isAbandonableCacheRead(entry) ? signal : undefined;
    const result = await targets[entry.runsIn](name, call.value, abandoning);
    // The result of an abandoned read is not delivered, so no record was seen.
    if (abandoning?.aborted !== true) onServed(name, call.value, result);
    const problem = isStrict ? findOutputProblem(entry, result) : null;
    if (problem === null) return result;
    log.error('a result does not fit its schema', { name, problem });
    return err('internal', { detail: 'the result does not fit its schema' });
  };
  return async (name, input, signal) => {
    const entry = ENTRIES.get(name);
    if (entry === undefined) return err('invalid-input', { detail: 'an unknown name' });
    const from = clock.monotonic();
    try {
      const answer = await run(name, entry, input, signal);
      const ms = Math.round(clock.monotonic() - from);
      if (ms > SLOW_MS && name !== 'sync.run') log.warn('slow call', { name, ms });
      if (!answer.ok && signal?.aborted !== true)
        log.info('a call returned an error', { name, code: answer.error.code });
      return answer;
    } catch (thrown) {
      log.error('a handler failed', { name, thrown: describeThrown(thrown) });
      return err('internal');
    }
  };
}
