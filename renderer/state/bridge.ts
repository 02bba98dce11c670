import type { PreloadBridge, CallInput, CallOutput } from '#contract/api.ts';
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
  ticket?: number,
): Promise<Result<CallOutput<N>>> {
  try {
    return fromSentAnswer<CallOutput<N>>(await (ticket === undefined ? call(input) : call(input, ticket)));
  } catch {
    return err('engine-down');
  }
}

let lastTicket = 0;

/** Calls with a ticket, with which the read is abandoned when the signal aborts before it has ended. */
async function callAbandonably<N extends ProcedureName>(
  bridge: PreloadBridge,
  call: PreloadBridge['call'][N],
  input: CallInput<N>,
  signal: AbortSignal,
): Promise<Result<CallOutput<N>>> {
  if (signal.aborted) return err('cancelled');
  const ticket = ++lastTicket;
  const abandon = (): void => bridge.reads.abandon(ticket);
  signal.addEventListener('abort', abandon, { once: true });
  const answer = await callSafely(call, input, ticket);
  signal.removeEventListener('abort', abandon);
  return answer;
}

/** Wraps the bridge's procedures so that none of them rejects. */
export function wrapBridgeCalls(bridge: PreloadBridge): ProcedureCalls {
  const entries = Object.entries(bridge.call).map(([name, call]) => [
    name,
    (input: never, signal?: AbortSignal) =>
      signal === undefined ? callSafely(call, input) : callAbandonably(bridge, call, input, signal),
  ]);
  return Object.fromEntries(entries) as ProcedureCalls; // There is one entry for each procedure, of its type.
}
