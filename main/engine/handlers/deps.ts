import type { Output, Parsed } from '#contract/api.ts';
import type { ControlName, ControlOutput, controls } from '#contract/controls.ts';
import type { ProcedureName } from '#contract/names.ts';
import type { procedures } from '#contract/procedures.ts';
import { err, type Result } from '#contract/result.ts';
import type { z } from 'zod';
import type { OpenAccount } from '../account.ts';

/** Procedures that the engine handles: all but those of the shell. */
export type EngineProcedure = {
  [N in ProcedureName]: (typeof procedures)[N]['lane'] extends 'shell' ? never : N;
}[ProcedureName];
export type EngineName = EngineProcedure | ControlName;

type HandlerInput<N extends EngineName> = N extends EngineProcedure
  ? Parsed<N>
  : N extends ControlName
    ? z.output<(typeof controls)[N]['input']>
    : never;
type HandlerOutput<N extends EngineName> = N extends EngineProcedure
  ? Output<N>
  : N extends ControlName
    ? ControlOutput<N>
    : never;

/** Handlers by name. Each gets validated input and returns a value, errors included. */
export type Handlers<N extends EngineName = EngineName> = {
  readonly [M in N]: (input: HandlerInput<M>) => Promise<Result<HandlerOutput<M>>>;
};

/** Runs the work with the open account, or returns an error where none is open. */
export type WithAccount = <T>(work: (account: OpenAccount) => Promise<Result<T>>) => Promise<Result<T>>;

/** Returns a `WithAccount` that looks up the open account at each call. */
export function withAccount(current: () => OpenAccount | null): WithAccount {
  return async (work) => {
    const account = current();
    return account === null ? err('not-signed-in') : work(account);
  };
}
