import type { CallContext, CallInput, CallOutput, PreloadBridge } from '#contract/api.ts';
import { fromSentAnswer } from '#contract/answer-text.ts';
import type { ProcedureName, ReadOnlyProcedureName } from '#contract/procedures.ts';
import { err, type Result } from '#contract/result.ts';

declare global {
  interface Window {
    readonly intray?: PreloadBridge;
  }
}

/** A call; `signal` abandons a read, which then returns 'cancelled'. */
type ProcedureCall<N extends ProcedureName> = N extends ReadOnlyProcedureName
  ? (input: CallInput<N>, signal?: AbortSignal) => Promise<Result<CallOutput<N>>>
  : (input: CallInput<N>) => Promise<Result<CallOutput<N>>>;

/** The procedures that the page may call. Each returns a `Result`; none rejects. */
export type ProcedureCalls = { readonly [N in ProcedureName]: ProcedureCall<N> };

/** Returns the API that the preload script exposed, or null if the page was opened without it. */
export function getPreloadBridge(page: Window): PreloadBridge | null {
  return page.intray ?? null;
}

/** Converts a broken IPC channel to the error of a stopped engine, so that callers need no `catch`. */
async function callSafely<N extends ProcedureName>(
  call: PreloadBridge['call'][N],
  input: CallInput<N>,
  context: CallContext,
): Promise<Result<CallOutput<N>>> {
  try {
    return fromSentAnswer<CallOutput<N>>(await call(input, context));
  } catch {
    return err('engine-down');
  }
}

let lastTicket = 0;

/** Calls with a ticket, with which the read is abandoned when the signal aborts before it has ended. */
async function callAbandonably<T>(
  reads: PreloadBridge['reads'],
  call: (ticket: number) => Promise<Result<T>>,
  signal: AbortSignal,
): Promise<Result<T>> {
  if (signal.aborted) return err('cancelled');
  const ticket = ++lastTicket;
  const abandon = (): void => reads.abandon(ticket);
  signal.addEventListener('abort', abandon, { once: true });
  const answer = await call(ticket);
  signal.removeEventListener('abort', abandon);
  return answer;
}

/**
 * Wraps the bridge's procedures so that none of them rejects.
 * @param getAccount returns the id of the account that the page shows; each call is for that account alone
 */
export function wrapBridgeCalls(
  bridge: PreloadBridge,
  getAccount: () => string | null = () => null,
): ProcedureCalls {
  const entries = Object.entries(bridge.call).map(([name, call]) => [
    name,
    (input: never, signal?: AbortSignal) => {
      const account = getAccount();
      const context = account === null ? {} : { account };
      const send = (ticket?: number) =>
        callSafely(call, input, ticket === undefined ? context : { ...context, ticket });
      return signal === undefined ? send() : callAbandonably(bridge.reads, send, signal);
    },
  ]);
  return Object.fromEntries(entries) as ProcedureCalls; // There is one entry for each procedure, of its type.
}
