/** Parses stored text; undefined where it is no JSON. The caller checks what it is. */
export function parseStoredJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
