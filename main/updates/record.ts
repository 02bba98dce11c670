import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '#main/base/json-file.ts';
import { describeThrown, type Log } from '#main/base/log.ts';

const recordSchema = z.object({
  /** The end of the last check that succeeded, epoch milliseconds. */
  checkedAt: z.number().int().nonnegative().nullable(),
  /** The newest version that each channel of each address has offered. */
  newest: z.record(z.string().max(3_000), z.string().max(64)),
});
export type UpdateCheckRecord = Readonly<z.infer<typeof recordSchema>>;

const EMPTY: UpdateCheckRecord = { checkedAt: null, newest: {} };

/** Reads and writes the results of earlier update checks, in a file of the data folder. */
export interface UpdateCheckRecordFile {
  get(): UpdateCheckRecord;
  set(record: UpdateCheckRecord): void;
}

/**
 * Opens the record of earlier checks. A file that cannot be read counts as none, and one that cannot be written
 * holds for this run: both only cost the knowledge of what was offered before.
 */
export function openUpdateCheckRecord(file: string, log: Log): UpdateCheckRecordFile {
  const reading = readJsonFile(file);
  const parsed = recordSchema.safeParse(reading.state === 'found' ? reading.value : null);
  let record = parsed.success ? parsed.data : EMPTY;
  return {
    get: () => record,
    set: (next) => {
      record = next;
      try {
        writeJsonFile(file, next);
      } catch (thrown) {
        log.warn('the record of updates could not be written', { thrown: describeThrown(thrown) });
      }
    },
  };
}
