import { onTestFinished } from 'vitest';
import { hashOf } from '#main/engine/store/text-hash.ts';
import type { Look } from '#contract/keepsakes.ts';
import { standingClock } from './cache.ts';
import { testDesk, type TestDesk } from './desk.ts';
import { temporaryFolder, valueOf } from './engine.ts';

/** A desk file with a time that a test moves. */
export interface KeepsakeDesk extends TestDesk {
  readonly folder: string;
  readonly clock: ReturnType<typeof standingClock>;
  /** Closes the file and opens it again. */
  again(): KeepsakeDesk;
  /** Somebody looks at this version of a requisition. */
  look(id: string, record: object): Look;
}

function opened(folder: string, clock: ReturnType<typeof standingClock>, seed: number): KeepsakeDesk {
  const desk = testDesk(folder, { clock, seed });
  onTestFinished(() => void desk.store.close());
  return {
    ...desk,
    folder,
    clock,
    again: () => {
      desk.store.close();
      return opened(folder, clock, seed + 1);
    },
    look: (id, record) => {
      const raw = JSON.stringify(record);
      return valueOf(desk.kept.look({ kind: 'requisition', id, raw, hash: hashOf(raw) }));
    },
  };
}

/** Opens a desk file in a folder of its own, which is gone after the test. */
export async function keepsakeDesk(): Promise<KeepsakeDesk> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return opened(folder.path, standingClock(), 1);
}
