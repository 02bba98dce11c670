import { createHash } from 'node:crypto';
import {
  KEYCHAIN_ENTRY_ABSENT,
  KEYCHAIN_WRITE_DONE,
  isKeychainFailure,
  type KeychainReadResult,
  type KeychainWriteResult,
} from './keychain-result.ts';
import type { Keychain } from './keychain.ts';

/** The methods of the keychain that store the parts of a long secret. */
export type KeychainForSplitSecrets = Pick<Keychain, 'get' | 'set' | 'delete'>;

/** Windows accepts 1280 UTF-16 units per entry; many tokens are longer. */
const PART_LENGTH = 1200;
/** More parts than any of our texts has; limits the search for parts that no head counts. */
const MAX_PARTS = 64;

/** Two sets of parts alternate: one contains the text while the other is being written. */
const GENERATIONS = ['a', 'b'] as const;
type Generation = (typeof GENERATIONS)[number];

/** The entry that says which parts are valid. It is written last, so a crash leaves the old text or none. */
interface PartsHeader {
  readonly generation: Generation;
  readonly count: number;
  readonly check: string;
}

const HEAD = /^([ab]) (\d{1,2}) ([0-9a-f]{16})$/;

function readHead(text: string): PartsHeader | null {
  const [, generation, count, check = ''] = HEAD.exec(text) ?? [];
  if (generation !== 'a' && generation !== 'b') return null;
  return { generation, count: Number(count), check };
}

function writeHead({ generation, count, check }: PartsHeader): string {
  return `${generation} ${count} ${check}`;
}

/** Returns a checksum of the whole text: parts with the same checksum belong together. */
function toChecksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function getPartName(name: string, generation: Generation, index: number): string {
  return `${name}/${generation}/${index}`;
}

function cut(text: string): readonly string[] {
  const count = Math.ceil(text.length / PART_LENGTH);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH),
  );
}

/**
 * Reads a text that `saveInParts` wrote. Returns 'absent' where parts are missing or do not belong together.
 */
export async function readInParts(
  store: KeychainForSplitSecrets,
  name: string,
): Promise<KeychainReadResult<string>> {
  const found = await store.get(name);
  if (found.state !== 'found') return found;
  const head = readHead(found.value);
  if (head === null) return KEYCHAIN_ENTRY_ABSENT;
  let text = '';
  for (let index = 0; index < head.count; index += 1) {
    const part = await store.get(getPartName(name, head.generation, index));
    if (part.state !== 'found') return part;
    text += part.value;
  }
  return toChecksum(text) === head.check ? { state: 'found', value: text } : KEYCHAIN_ENTRY_ABSENT;
}

/**
 * Deletes the parts of one generation from the last one down, so that the remaining parts always start at the
 * first.
 */
async function clear(
  store: KeychainForSplitSecrets,
  name: string,
  generation: Generation,
): Promise<KeychainWriteResult> {
  let count = 0;
  for (; count < MAX_PARTS; count += 1) {
    const part = await store.get(getPartName(name, generation, count));
    if (isKeychainFailure(part)) return part;
    if (part.state === 'absent') break;
  }
  for (let index = count - 1; index >= 0; index -= 1) {
    const deleted = await store.delete(getPartName(name, generation, index));
    if (isKeychainFailure(deleted)) return deleted;
  }
  return KEYCHAIN_WRITE_DONE;
}

async function writeGeneration(
  store: KeychainForSplitSecrets,
  name: string,
  text: string,
  generation: Generation,
): Promise<KeychainWriteResult> {
  const cleared = await clear(store, name, generation);
  if (isKeychainFailure(cleared)) return cleared;
  const parts = cut(text);
  for (const [index, part] of parts.entries()) {
    const written = await store.set(getPartName(name, generation, index), part);
    if (isKeychainFailure(written)) return written;
  }
  return store.set(name, writeHead({ generation, count: parts.length, check: toChecksum(text) }));
}

/**
 * Saves a text (64 × 1200 characters at most) under a name. Whatever fails in between, a later read returns
 * the previous text or this one, never a mixture.
 */
export async function saveInParts(
  store: KeychainForSplitSecrets,
  name: string,
  text: string,
): Promise<KeychainWriteResult> {
  const found = await store.get(name);
  if (isKeychainFailure(found)) return found;
  const former = found.state === 'found' ? (readHead(found.value)?.generation ?? null) : null;
  const saved = await writeGeneration(store, name, text, former === 'a' ? 'b' : 'a');
  // If this fails, the rest of the old text is deleted at the next but one save, or by `deleteParts`.
  if (!isKeychainFailure(saved) && former !== null) await clear(store, name, former);
  return saved;
}

/** Deletes a text, the head first: without it the parts are invalid. */
export async function deleteParts(
  store: KeychainForSplitSecrets,
  name: string,
): Promise<KeychainWriteResult> {
  const deleted = await store.delete(name);
  if (isKeychainFailure(deleted)) return deleted;
  for (const generation of GENERATIONS) {
    const cleared = await clear(store, name, generation);
    if (isKeychainFailure(cleared)) return cleared;
  }
  return KEYCHAIN_WRITE_DONE;
}
