/** As many ids as one call about PDFs takes. */
const MAX_IDS = 500;

/** Ids in parts that one call each takes. */
export function chunks(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / MAX_IDS);
  return Array.from({ length: count }, (_, index) => ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS));
}
