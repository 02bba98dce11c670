import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type {
  InternalProcedureNameByLocation,
  InternalProcedureOutput,
  internalProcedures,
} from '#contract/internal-procedures.ts';
import type { ProcedureNameByLocation } from '#contract/procedures.ts';
import { err, type Result } from '#contract/result.ts';
import type { z } from 'zod';
import type { OpenAccount } from '../account.ts';

type EngineProcedure = ProcedureNameByLocation<'engine'>;
type EngineControl = InternalProcedureNameByLocation<'engine'>;

type HandlerInput<N extends EngineProcedure | EngineControl> = N extends EngineProcedure
  ? ValidatedInput<N>
  : N extends EngineControl
    ? z.output<(typeof internalProcedures)[N]['input']>
    : never;
type HandlerOutput<N extends EngineProcedure | EngineControl> = N extends EngineProcedure
  ? CallOutput<N>
  : N extends EngineControl
    ? InternalProcedureOutput<N>
    : never;

/**
 * The handlers of procedures and controls that run in the engine itself, by name. Each takes input that its
 * schema has checked and returns a value, errors included. `signal` abandons a read.
 */
export type EngineHandlers<N extends EngineProcedure | EngineControl = EngineProcedure | EngineControl> = {
  readonly [M in N]: (input: HandlerInput<M>, signal?: AbortSignal) => Promise<Result<HandlerOutput<M>>>;
};

/** The reads of an open account that a handler joins. */
export type AccountCacheReads = Pick<OpenAccount['cache'], 'read'>;

/** Returns the reads of an account; they return 'cancelled' once they are abandoned. */
export function createAbandonableReads(
  { cache }: OpenAccount,
  signal: AbortSignal | undefined,
): AccountCacheReads {
  return { read: (name, input) => cache.read(name, input, signal) };
}

/** Runs the work with the open account, or returns an error where none is open. */
export type RunWithOpenAccount = <T>(
  work: (account: OpenAccount) => Promise<Result<T>>,
) => Promise<Result<T>>;

/** Returns a `RunWithOpenAccount` that looks up the open account at each call. */
export function createRunWithOpenAccount(current: () => OpenAccount | null): RunWithOpenAccount {
  return async (work) => {
    const account = current();
    return account === null ? err('not-signed-in') : work(account);
  };
}
