import { pipeline } from 'node:stream/promises';
import type { Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A body grew past what is accepted. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** A body came in an encoding that was not asked for. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

/** A body as it arrives. */
export interface IncomingBody {
  readonly stream: Readable;
  /** What `Content-Encoding` says, or null. */
  readonly encoding: string | null;
}

/** The one packing that requests ask for. */
export const ACCEPTED_ENCODING = 'gzip';

function getDecoder(encoding: string | null): Transform | null {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  if (name === ACCEPTED_ENCODING || name === 'x-gzip') return createGunzip();
  throw new UnknownEncoding();
}

/**
 * Hands what arrives on, unpacked and piece by piece, and waits for whoever takes it. Bytes are counted after unpacking, so that a
 * small answer cannot swell without bounds. Throws `BodyTooLarge` past the limit, `UnknownEncoding`, or what broke the stream.
 */
export async function pourBody(
  { stream, encoding }: IncomingBody,
  limit: number,
  take: (chunk: Uint8Array) => Promise<void> | void,
): Promise<void> {
  let size = 0;
  const sink = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > limit) throw new BodyTooLarge();
      await take(chunk);
    }
  };
  const decoder = getDecoder(encoding);
  await (decoder === null ? pipeline(stream, sink) : pipeline(stream, decoder, sink));
}

/** Adds what arrives to `chunks`, unpacked, until the end or the limit in bytes. */
function collect(body: IncomingBody, limit: number, chunks: Uint8Array[]): Promise<void> {
  return pourBody(body, limit, (chunk) => void chunks.push(chunk));
}

/** Reads a body to its end, unpacked. Throws as `pourBody`. */
export async function readBody(body: IncomingBody, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await collect(body, limit, chunks);
  return joined(chunks);
}

/** Reads the beginning of a body whose end does not matter. Never throws: whatever came is enough. */
export async function readBeginning(body: IncomingBody, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    await collect(body, limit, chunks);
  } catch {
    body.stream.on('error', () => {}).destroy(); // an unknown encoding leaves the stream open
  }
  return joined(chunks);
}

/** One buffer of its own, so that it can be handed to another thread without a copy. */
function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
