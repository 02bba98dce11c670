import { chunk } from '../chunk.ts';

/** Maximum number of ids in one call about PDFs. */
const MAX_IDS = 500;

/** Splits ids into batches of the size that one call about PDFs accepts. */
export function chunkIdsForPdfCalls(ids: readonly string[]): readonly (readonly string[])[] {
  return chunk(ids, MAX_IDS);
}
