import type { InternalProcedureOutput } from '#contract/internal-procedures.ts';
import type { CallOutput } from '#contract/api.ts';
import type { Result } from '#contract/result.ts';
import type { RemovalEngine } from '#main/removal/account-content.ts';
import type { TransferEngine } from '#main/transfer/account-transfer.ts';
import type { RekeyFiles } from '#main/vault/rekey.ts';
import type { EngineLink } from './open-state.ts';

/** The largest page of the outbox. */
const PAGE = 500;

/** Returns the engine of a window as removals, exports and imports use it. */
export function createRemovalEngine(engine: EngineLink): RemovalEngine & TransferEngine {
  // The engine returns what the contract defines.
  const listOutbox = (place: { readonly after?: number }) =>
    engine.call('outbox.list', { limit: PAGE, ...place }) as Promise<Result<CallOutput<'outbox.list'>>>;
  const removeFiles = (account: string) =>
    engine.call('engine.removeFiles', { account }) as Promise<
      Result<InternalProcedureOutput<'engine.removeFiles'>>
    >;
  return {
    open: (input) => engine.call('engine.open', input),
    close: () => engine.call('engine.close', {}),
    listOutbox,
    removeFiles,
    exportLocalStore: (input) =>
      engine.call('localStore.export', input) as Promise<
        Result<InternalProcedureOutput<'localStore.export'>>
      >,
    importLocalStore: (input) =>
      engine.call('localStore.import', input) as Promise<
        Result<InternalProcedureOutput<'localStore.import'>>
      >,
  };
}

/** Returns the function that encrypts the files of an account with another key. */
export function createRekeyFiles(engine: EngineLink): RekeyFiles {
  // The engine returns what the contract defines.
  return (input) =>
    engine.call('engine.rekey', input) as Promise<Result<InternalProcedureOutput<'engine.rekey'>>>;
}
