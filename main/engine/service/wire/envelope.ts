import type { Kind } from '#contract/ids.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { isJsonObject } from './fields.ts';
import { onOneLine, sliceData } from './slices.ts';

/** One resource of an answer: its JSON to the letter, on one line, and the same parsed. */
export interface RawResource {
  readonly text: string;
  readonly value: unknown;
}

interface Parsed {
  readonly text: string;
  readonly value: unknown;
}

function parse(bytes: Uint8Array): Result<Parsed> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return ok({ text, value: JSON.parse(text) as unknown });
  } catch {
    return err('bad-payload', { detail: 'the answer is not JSON' });
  }
}

/**
 * Reads a list envelope (service's document, section 2.1).
 * @param bytes the body of an answer
 * @returns its resources, or `bad-payload` when it is no list
 */
export function readList(bytes: Uint8Array): Result<readonly RawResource[]> {
  const parsed = parse(bytes);
  if (!parsed.ok) return parsed;
  const { text, value } = parsed.value;
  if (!isJsonObject(value) || value['object'] !== 'list')
    return err('bad-payload', { detail: 'the answer is no list' });
  const { data } = value;
  if (!Array.isArray(data)) return err('bad-payload', { detail: 'the list has no data' });
  const texts = sliceData(onOneLine(text), data);
  return ok(data.map((element: unknown, index) => ({ text: texts[index] ?? '', value: element })));
}

/**
 * Reads an answer that is one resource.
 * @returns it, or `bad-payload` when it is no JSON object
 */
export function readResource(bytes: Uint8Array): Result<RawResource> {
  const parsed = parse(bytes);
  if (!parsed.ok) return parsed;
  const { text, value } = parsed.value;
  if (!isJsonObject(value)) return err('bad-payload', { detail: 'the answer is no resource' });
  return ok({ text: onOneLine(text).trim(), value });
}

/**
 * Checks a delete envelope (service's document, section 2.1): the same id, the same kind, `delete` true.
 * @returns nothing, or `bad-payload` saying which part does not fit
 */
export function readDeleteEnvelope(bytes: Uint8Array, kind: Kind, id: string): Result<Record<string, never>> {
  const resource = readResource(bytes);
  if (!resource.ok) return resource;
  const expected: Readonly<Record<string, unknown>> = { id, object: kind, delete: true };
  const { value } = resource.value;
  const odd = Object.keys(expected).find((name) => !isJsonObject(value) || value[name] !== expected[name]);
  return odd === undefined
    ? ok({})
    : err('bad-payload', { detail: `the delete envelope has another ${odd}` });
}
