import { AsyncLocalStorage } from 'node:async_hooks';
import type { WebContents } from 'electron';
import type { InternalProcedureName } from '#contract/internal-procedures.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import type { Result } from '#contract/result.ts';
import type { EngineProcess } from './engine-process.ts';

interface PageCall {
  readonly page: WebContents;
  readonly account: string | undefined;
}

const calls = new AsyncLocalStorage<PageCall>();

/**
 * Runs the work of a call; meanwhile `getCallingPage` returns the page that has made it.
 * @param account id of the account that the page shows; undefined where it shows none
 */
export function runCallOfPage<T>(page: WebContents, work: () => Promise<T>, account?: string): Promise<T> {
  return calls.run({ page, account }, work);
}

/** Returns the page whose call is being served; null outside of calls. */
export function getCallingPage(): WebContents | null {
  return calls.getStore()?.page ?? null;
}

/** The engine as the handlers of page calls use it. */
export interface EngineOfPageCalls {
  call(
    name: ProcedureName | InternalProcedureName,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<Result<unknown>>;
}

/**
 * Returns the engine for the handlers of page calls. What a page asks for is done for the account that it shows, or not at
 * all: it may have asked before it learned that another account is open.
 */
export function limitEngineToAccountOfPage(engine: Pick<EngineProcess, 'call'>): EngineOfPageCalls {
  return {
    call: (name, input, signal) => engine.call(name, input, { signal, account: calls.getStore()?.account }),
  };
}
