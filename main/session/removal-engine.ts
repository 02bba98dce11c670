import type { InternalProcedureOutput } from '#contract/internal-procedures.ts';
import type { CallOutput } from '#contract/api.ts';
import type { Result } from '#contract/result.ts';
import type { RemovalEngineCalls } from '#main/removal/account-content.ts';
import type { TransferEngineCalls } from '#main/transfer/account-transfer.ts';
import type { RekeyFilesFunction } from '#main/vault/rekey.ts';
import type { EngineCallAndRestart } from './open-account-controller.ts';

/** Page size for reading the outbox: the largest that the contract allows. */
const PAGE = 500;

/** Returns the engine of a window as removals, exports and imports use it. */
export function createRemovalAndTransferCalls(
  engine: EngineCallAndRestart,
): RemovalEngineCalls & TransferEngineCalls {
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
export function createRekeyFilesCall(engine: EngineCallAndRestart): RekeyFilesFunction {
  // The engine returns what the contract defines.
  return (input) =>
    engine.call('engine.rekey', input) as Promise<Result<InternalProcedureOutput<'engine.rekey'>>>;
}
