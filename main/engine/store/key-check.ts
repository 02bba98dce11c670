import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The cipher of every file here; its name is kept beside the file, so that a later choice can tell. */
export const CIPHER = 'aegis';

/** Each of an account's files has a value of its own beside it. */
export type KeyedFile = 'cache' | 'local';

function getName(file: KeyedFile): string {
  return `${file}.key-check`;
}

const SHAPE = /^aegis ([0-9a-f]{64})\n$/;

/** A value that tells whether a key is the file's, and from which the key cannot be had. */
function checkValue(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update('intray cache key check 1').digest('hex');
}

/** SQLite answers a wrong key and a damaged file alike; the value beside the file tells them apart. */
export type KeyCheck = 'fits' | 'differs' | 'unknown';

/** Compares a key (64 hex digits) with the value in `folder`. `unknown`: no value there, or none that can be read. */
export function compareKey(folder: string, key: string, file: KeyedFile): KeyCheck {
  let text = '';
  try {
    text = readFileSync(path.join(folder, getName(file)), 'utf8');
  } catch {
    return 'unknown';
  }
  const found = SHAPE.exec(text)?.[1];
  if (found === undefined) return 'unknown';
  return timingSafeEqual(Buffer.from(found), Buffer.from(checkValue(key))) ? 'fits' : 'differs';
}

/** Writes the value for a key, whole or not at all. Throws the system's error where it cannot. */
export function keepKeyCheck(folder: string, key: string, file: KeyedFile): void {
  const draft = path.join(folder, `${getName(file)}.new`);
  writeFileSync(draft, `${CIPHER} ${checkValue(key)}\n`, { mode: 0o600 });
  renameSync(draft, path.join(folder, getName(file)));
}
