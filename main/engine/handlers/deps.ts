import type { Output, Parsed } from '#contract/api.ts';
import type { ControlName, ControlOutput, controls } from '#contract/controls.ts';
import type { ProcedureName } from '#contract/names.ts';
import type { procedures } from '#contract/procedures.ts';
import { err, type Result } from '#contract/result.ts';
import type { z } from 'zod';
import type { OpenAccount } from '../account.ts';

/** Procedures that the engine answers: all but those of the shell. */
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

/** Handlers by name. Each gets input that its schema has checked and answers a value, errors included. */
export type Handlers<N extends EngineName = EngineName> = {
  readonly [M in N]: (input: HandlerInput<M>) => Promise<Result<HandlerOutput<M>>>;
};

/** Runs with the open account, or answers that none is open. */
export type WithAccount = <T>(work: (account: OpenAccount) => Promise<Result<T>>) => Promise<Result<T>>;

/** Gives handlers the account that is open when they are called. */
export function withAccount(current: () => OpenAccount | null): WithAccount {
  return async (work) => {
    const account = current();
    return account === null ? err('not-signed-in') : work(account);
  };
}
