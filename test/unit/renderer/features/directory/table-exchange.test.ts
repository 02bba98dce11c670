import { describe, expect, it } from 'vitest';
import { decodeTableFileToText } from '#renderer/features/directory/DirectoryImportExport.tsx';

const TABLE = 'id,name\nuser_1,Jürgen Müller';

describe('the text of a table', () => {
  it('is read as Unicode, without its byte order mark', () => {
    expect(decodeTableFileToText(new TextEncoder().encode(`\uFEFF${TABLE}`))).toBe(TABLE);
    expect(decodeTableFileToText(Buffer.from(`\uFEFF${TABLE}`, 'utf16le'))).toBe(TABLE);
    expect(decodeTableFileToText(Buffer.from(`\uFEFF${TABLE}`, 'utf16le').swap16())).toBe(TABLE);
  });

  it('keeps the letters of a table that an older spreadsheet wrote', () => {
    expect(decodeTableFileToText(Buffer.from(TABLE, 'latin1'))).toBe(TABLE);
  });

  it('is some text for any bytes', () => {
    expect(decodeTableFileToText(new Uint8Array())).toBe('');
    expect(typeof decodeTableFileToText(Uint8Array.from({ length: 256 }, (_, byte) => byte))).toBe('string');
  });
});
