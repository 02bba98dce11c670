/**
 * The path of one resource. Identifiers are opaque (service's document, section 2.1), so they are escaped; one that
 * would still lead to another endpoint, as `..` does, is refused when the request is made.
 */
export function resourcePath(collection: string, id: string): string {
  return `${collection}/${encodeURIComponent(id.toWellFormed())}`;
}
