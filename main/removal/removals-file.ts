import path from 'node:path';
import { z } from 'zod';
import {
  unfinishedRemovalSchema,
  removalReceiptSchema,
  type UnfinishedRemoval,
  type RemovalReceipt,
} from '#contract/removal.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { preserveDamagedFile, readJsonFile, writeJsonFile } from '#main/base/json-file.ts';
import { getSystemErrorCode, isDiskFullCode } from '#main/base/system-errors.ts';

const FILE = 'removals.json';
/** Receipts of more removals than that, which no access log has kept, push out the oldest ones. */
const MAX_RECEIPTS = 200;

const fileSchema = z.strictObject({
  version: z.literal(1),
  open: z.array(unfinishedRemovalSchema).readonly(),
  receipts: z.array(removalReceiptSchema).readonly(),
});
type Contents = Readonly<z.infer<typeof fileSchema>>;

const EMPTY: Contents = { version: 1, open: [], receipts: [] };

/**
 * The removals of a data folder: those that have begun, and the receipts of finished ones that the access log does not
 * hold yet. One file holds both, so that a removal is never neither.
 */
export interface RemovalsFile {
  /** Returns the removals that have begun and are not finished. */
  listOpen(): Result<readonly UnfinishedRemoval[]>;
  /**
   * Saves that removals have begun. Nothing may be deleted before. Of an account whose removal had begun earlier and is
   * not finished, both are saved as one: the earlier one may have deleted files already.
   */
  begin(removals: readonly UnfinishedRemoval[]): Result<void>;
  /** Replaces the entry of an unfinished removal by the receipt of the finished one. */
  finish(receipt: RemovalReceipt): Result<void>;
  /** Returns the receipts that the access log does not hold yet, oldest first. */
  listReceipts(): Result<readonly RemovalReceipt[]>;
  /** Removes receipts that the access log holds now. */
  forgetReceipts(kept: readonly RemovalReceipt[]): Result<void>;
}

function toWriteError(thrown: unknown): Result<void> {
  const code = getSystemErrorCode(thrown);
  return err(isDiskFullCode(code) ? 'storage-full' : 'storage-read-only', { detail: `${FILE}: ${code}` });
}

function without(open: Contents['open'], ids: readonly string[]): Contents['open'] {
  return open.filter(({ account }) => !ids.includes(account));
}

function withoutReceipts(receipts: Contents['receipts'], kept: Contents['receipts']): Contents['receipts'] {
  const texts = new Set(kept.map((receipt) => JSON.stringify(receipt)));
  return receipts.filter((receipt) => !texts.has(JSON.stringify(receipt)));
}

function mergeRemovals(earlier: UnfinishedRemoval, later: UnfinishedRemoval): UnfinishedRemoval {
  return {
    ...earlier,
    ...later,
    discarded: [...new Set([...earlier.discarded, ...later.discarded])],
    files: [...new Set([...earlier.files, ...later.files])],
    needsKeychain: earlier.needsKeychain || later.needsKeychain,
  };
}

function addRemovals(open: Contents['open'], added: Contents['open']): Contents['open'] {
  const merged = added.map((removal) => {
    const earlier = open.find(({ account }) => account === removal.account);
    return earlier === undefined ? removal : mergeRemovals(earlier, removal);
  });
  const ids = added.map(({ account }) => account);
  return [...without(open, ids), ...merged];
}

/** Opens the file in a data folder; it is read at each call. Never throws. */
export function openRemovalsFile(dataDir: string, now: () => number): RemovalsFile {
  const file = path.join(dataDir, FILE);
  const read = (): Result<Contents> => {
    const reading = readJsonFile(file);
    if (reading.state === 'absent') return ok(EMPTY);
    if (reading.state === 'unreadable')
      return err('file-unreadable', { detail: `${FILE}: ${reading.problem}` });
    const contents = fileSchema.safeParse(reading.state === 'found' ? reading.value : null);
    return contents.success ? ok(contents.data) : preserve();
  };
  const preserve = (): Result<Contents> => {
    try {
      preserveDamagedFile(file, now());
      return ok(EMPTY);
    } catch (thrown) {
      return err('file-unreadable', { detail: `${FILE}: ${getSystemErrorCode(thrown)}` });
    }
  };
  const change = (toNext: (before: Contents) => Contents): Result<void> => {
    const before = read();
    if (!before.ok) return before;
    try {
      writeJsonFile(file, toNext(before.value));
      return ok(undefined);
    } catch (thrown) {
      return toWriteError(thrown);
    }
  };

  return {
    listOpen: () => {
      const contents = read();
      return contents.ok ? ok(contents.value.open) : contents;
    },
    begin: (removals) => change((before) => ({ ...before, open: addRemovals(before.open, removals) })),
    finish: (receipt) =>
      change((before) => ({
        ...before,
        open: without(before.open, [receipt.account]),
        receipts: [...before.receipts, receipt].slice(-MAX_RECEIPTS),
      })),
    listReceipts: () => {
      const contents = read();
      return contents.ok ? ok(contents.value.receipts) : contents;
    },
    forgetReceipts: (kept) =>
      change((before) => ({ ...before, receipts: withoutReceipts(before.receipts, kept) })),
  };
}
