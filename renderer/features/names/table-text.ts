/** The largest file that is taken in: far more than every patient of a clinic. */
export const MAX_BYTES = 20_000_000;

function getEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/**
 * The text of a table as spreadsheets save it: Unicode, else the Windows letters of western Europe, which is what a spreadsheet
 * writes that was not told otherwise. Names must not lose their letters without anybody noticing.
 * @param bytes the whole file; a byte order mark is left out of the text
 */
export function tableText(bytes: Uint8Array): string {
  try {
    return new TextDecoder(getEncoding(bytes), { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
