import type { Parsed } from '#contract/api.ts';
import type { ControlInput, ControlName } from '#contract/control.ts';
import type { ProcedureName } from '#contract/names.ts';
import type { Result } from '#contract/result.ts';

/** The engine as the session sees it: one way to call it, whatever carries the call, and one to bring it back. */
export interface EngineLink {
  call<N extends ControlName>(name: N, input: ControlInput<N>): Promise<Result<unknown>>;
  call<N extends ProcedureName>(name: N, input: Parsed<N>): Promise<Result<unknown>>;
  /** Starts it anew where it was given up; nothing is open in it then. */
  reopen(): void;
}
