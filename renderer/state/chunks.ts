/** As many ids as one call about PDFs takes. */
const MOST_IDS = 500;

/** Ids in parts that one call each takes. */
export function chunks(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / MOST_IDS);
  return Array.from({ length: count }, (_, index) => ids.slice(index * MOST_IDS, (index + 1) * MOST_IDS));
}
