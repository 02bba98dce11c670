import type { PreloadBridge, CallInput, CallOutput } from '#contract/api.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { err, type Result } from '#contract/result.ts';

declare global {
  interface Window {
    readonly intray?: PreloadBridge;
  }
}

/** The procedures that the page may call. Each returns a `Result`; none rejects. */
export type ProcedureCalls = PreloadBridge['call'];

/** Returns the API that the preload script exposed, or null if the page was opened without it. */
export function getPreloadBridge(page: Window): PreloadBridge | null {
  return page.intray ?? null;
}

/** Converts a broken IPC channel to the error of a stopped engine, so that callers need no `catch`. */
async function callSafely<N extends ProcedureName>(
  call: ProcedureCalls[N],
  input: CallInput<N>,
): Promise<Result<CallOutput<N>>> {
  try {
    return await call(input);
  } catch {
    return err('engine-down');
  }
}

/** Wraps the bridge's procedures so that none of them rejects. */
export function wrapBridgeCalls(bridge: PreloadBridge): ProcedureCalls {
  const entries = Object.entries(bridge.call).map(([name, call]) => [
    name,
    (input: never) => callSafely(call, input),
  ]);
  return Object.fromEntries(entries) as ProcedureCalls; // one entry per procedure, with its types
}
