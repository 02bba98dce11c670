import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BodyTooLargeError, streamDecompressedBody, UnknownEncodingError } from '#main/engine/api/body.ts';

const TEXT = 'records '.repeat(100);

/** Returns the text of a body that was sent in an encoding. */
async function read(bytes: Uint8Array, encoding: string | null, limit = TEXT.length): Promise<string> {
  const chunks: Uint8Array[] = [];
  await streamDecompressedBody(
    { stream: Readable.from([bytes]), encoding },
    limit,
    (chunk) => void chunks.push(chunk),
  );
  return Buffer.concat(chunks).toString();
}

test.each([null, '', ' identity ', 'Identity'])(
  'a body that is encoded as %j is passed on as it is',
  async (encoding) => {
    expect(await read(Buffer.from(TEXT), encoding)).toBe(TEXT);
  },
);

test.each(['gzip', 'GZIP', ' x-gzip'])('a body that is encoded as %j is decompressed', async (encoding) => {
  expect(await read(gzipSync(TEXT), encoding)).toBe(TEXT);
});

test.each(['br', 'deflate', 'gzip, gzip'])(
  'a body that is encoded as %j, which nobody asked for, is refused',
  async (encoding) => {
    await expect(read(gzipSync(TEXT), encoding)).rejects.toThrow(UnknownEncodingError);
  },
);

test('a body of the largest size is taken, and one byte more is not, however small it was when it came', async () => {
  await expect(read(gzipSync(TEXT), 'gzip', TEXT.length - 1)).rejects.toThrow(BodyTooLargeError);
  await expect(read(Buffer.from(TEXT), null, TEXT.length - 1)).rejects.toThrow(BodyTooLargeError);
});
