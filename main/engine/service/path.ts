/**
 * The path of one resource. Identifiers are opaque (service's document, section 2.1), so every character that means something in an
 * address is percent-encoded, and nothing is normalised. A prefix stands before every `.` and `..`, so that no segment is one. What
 * cannot be encoded without becoming another identifier gives a path that is refused when the request is made.
 */
export function resourcePath(collection: string, id: string): string {
  return `${collection}/${id.isWellFormed() ? encodeURIComponent(id) : ''}`;
}
