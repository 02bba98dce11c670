import { pipeline } from 'node:stream/promises';
import type { Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Thrown where a body exceeds its limit. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Thrown where a response's body has a content encoding other than gzip, the only one requested. */
export class UnknownEncodingError extends Error {
  override readonly name = 'UnknownEncoding';
}

/** The body of a response while it is received: its stream and its content encoding. */
export interface IncomingBody {
  readonly stream: Readable;
  /** Value of the response's `Content-Encoding`; null without one. */
  readonly encoding: string | null;
}

/** The only encoding that requests accept. */
export const ACCEPTED_ENCODING = 'gzip';

function getDecoder(encoding: string | null): Transform | null {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  if (name === ACCEPTED_ENCODING || name === 'x-gzip') return createGunzip();
  throw new UnknownEncodingError();
}

/**
 * Passes a body on, decompressed and chunk by chunk, with back-pressure. Bytes are counted after
 * decompression, which limits decompression bombs. Throws `BodyTooLargeError` past the limit, `UnknownEncodingError`,
 * or the error of the stream.
 */
export async function streamDecompressedBody(
  { stream, encoding }: IncomingBody,
  limit: number,
  onChunk: (chunk: Uint8Array) => Promise<void> | void,
): Promise<void> {
  let size = 0;
  const sink = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > limit) throw new BodyTooLargeError();
      await onChunk(chunk);
    }
  };
  const decoder = getDecoder(encoding);
  await (decoder === null ? pipeline(stream, sink) : pipeline(stream, decoder, sink));
}

/** Appends the decompressed body to `chunks`, up to its end or the limit in bytes. */
function collect(body: IncomingBody, limit: number, chunks: Uint8Array[]): Promise<void> {
  return streamDecompressedBody(body, limit, (chunk) => void chunks.push(chunk));
}

/** Reads a whole body, decompressed. Throws as `streamDecompressedBody`. */
export async function readBody(body: IncomingBody, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await collect(body, limit, chunks);
  return concatChunks(chunks);
}

/** Reads the beginning of a body whose end is not needed. Never throws: a part of it suffices. */
export async function readBodyBeginning(body: IncomingBody, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    await collect(body, limit, chunks);
  } catch {
    body.stream.on('error', () => {}).destroy(); // an unknown encoding leaves the stream open
  }
  return concatChunks(chunks);
}

/** Joins the chunks into one buffer of its own, which can be transferred to another thread without a copy. */
function concatChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
