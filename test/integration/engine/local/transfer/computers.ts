import { renameSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { ImportResult } from '#contract/transfer.ts';
import { steppingClock } from '../../../../support/clocks.ts';
import { temporaryFolder, unwrap } from '../../../../support/engine.ts';
import { testLocalStore, type TestLocalStore } from '../../../../support/local-store.ts';

/** The key of the copies that are exported and imported. */
export const COPY_KEY = 'ab'.repeat(32);
/** The clock of all computers. */
export const clock = steppingClock();

export interface Computer extends TestLocalStore {
  readonly folder: string;
}

let seed = 100;

/** Opens a local store on a computer of its own, until the test ends. */
export async function createComputer(): Promise<Computer> {
  const folder = await temporaryFolder();
  seed += 1;
  const local = testLocalStore(folder.path, { clock, seed });
  onTestFinished(async () => {
    local.store.close();
    await folder.remove();
  });
  return { ...local, folder: folder.path };
}

/** Puts the copy for an export at the place where another computer's import expects it. */
export function carry(from: Computer, to: Computer): void {
  const { importPath } = unwrap(to.store.removeCopies());
  renameSync(unwrap(from.store.copyStoreForExport({ key: COPY_KEY })).path, importPath);
}

/** Imports on one computer what another one exports now. */
export function transfer(from: Computer, to: Computer): ImportResult {
  carry(from, to);
  return unwrap(to.store.importCopy({ key: COPY_KEY }));
}
