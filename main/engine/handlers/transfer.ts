import type { Clock } from '#main/base/clock.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { exportLocalStore, importLocalStore } from '../transfer/transfer.ts';
import type { EngineHandlers, WithAccount } from './deps.ts';

interface TransferHandlerDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<RandomGenerator, 'hex'>;
}

/** Returns the handlers that export and import the local store of the open account. */
export function createTransferHandlers(
  withAccount: WithAccount,
  deps: TransferHandlerDeps,
): EngineHandlers<'localStore.export' | 'localStore.import'> {
  return {
    'localStore.export': (input) => withAccount(({ local }) => exportLocalStore(input, { local, ...deps })),
    'localStore.import': (input) => withAccount(({ local }) => importLocalStore(input, local)),
  };
}
