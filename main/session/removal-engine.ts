import type { ControlOutput } from '#contract/controls.ts';
import type { CallOutput } from '#contract/api.ts';
import type { Result } from '#contract/result.ts';
import type { RemovalEngine } from '#main/removal/account-content.ts';
import type { EngineLink } from './open-state.ts';

/** The largest page of the outbox. */
const PAGE = 500;

/** Returns the engine of a window as a removal uses it. */
export function createRemovalEngine(engine: EngineLink): RemovalEngine {
  // The engine returns what the contract defines.
  const listOutbox = (place: { readonly after?: number }) =>
    engine.call('outbox.list', { limit: PAGE, ...place }) as Promise<Result<CallOutput<'outbox.list'>>>;
  const removeFiles = (account: string) =>
    engine.call('engine.removeFiles', { account }) as Promise<Result<ControlOutput<'engine.removeFiles'>>>;
  return {
    open: (input) => engine.call('engine.open', input),
    close: () => engine.call('engine.close', {}),
    listOutbox,
    removeFiles,
  };
}
