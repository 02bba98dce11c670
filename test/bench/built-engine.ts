import { buildWhereStale } from '../../scripts/build-where-stale.ts';
import { forkEngine, type EngineChild } from '../support/engine-process.ts';

const ENTRY = new URL('../../dist/main/engine.cjs', import.meta.url);

/** Builds the program where the bundles are older than the sources. Throws where that fails. */
export function ensureBuilt(): void {
  if (!buildWhereStale()) throw new Error('Intray could not be built');
}

/** Starts the engine as the program does: its bundle, whose answers are not checked against the contract. */
export function forkBuiltEngine(dataDir: string): EngineChild {
  ensureBuilt();
  return forkEngine(dataDir, () => {}, ENTRY, false);
}
