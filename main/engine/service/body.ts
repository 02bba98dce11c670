import { pipeline } from 'node:stream/promises';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';

/** A body grew past what is accepted. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** A body came in an encoding that was not asked for. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

function decoderOf(encoding: string | null): Transform | null {
  if (encoding === null || encoding === '' || encoding === 'identity') return null;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  throw new UnknownEncoding();
}

/**
 * Reads a body to its end, unpacked. Bytes are counted after unpacking, so that a small answer cannot
 * swell without bounds.
 */
export async function readBody(
  stream: Readable,
  encoding: string | null,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > limit) throw new BodyTooLarge();
      chunks.push(chunk);
    }
  };
  const decoder = decoderOf(encoding);
  await (decoder === null ? pipeline(stream, collect) : pipeline(stream, decoder, collect));
  return joined(chunks, size);
}

/** One buffer of its own, so that it can be handed to another thread without a copy. */
function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
