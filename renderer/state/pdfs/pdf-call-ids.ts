/** Maximum number of ids in one call about PDFs. */
const MAX_IDS = 500;

/** Splits ids into batches of the size that one call about PDFs accepts. */
export function chunkIdsForPdfCalls(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / MAX_IDS);
  return Array.from({ length: count }, (_, index) => ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS));
}
