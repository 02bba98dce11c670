/** The list envelope of the service's document, section 2.1, as text. */
export function listEnvelope(resources: readonly object[]): string {
  return JSON.stringify({ object: 'list', data: resources });
}

/** The delete envelope of section 2.1, as text. */
export function deleteEnvelope(id: string, object: string): string {
  return JSON.stringify({ id, object, delete: true });
}
