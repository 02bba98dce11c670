import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PIN_TRIES_WITHOUT_WAIT } from '#contract/lock.ts';
import { ok } from '#contract/result.ts';
import { DISK_LOCK_FILE_OPERATIONS, type LockFileOperations } from '#main/vault/lock/lock-store.ts';
import type { AccountSecretsProvider } from '#main/vault/secrets.ts';
import { createComputer, LOCKED_ACCOUNT, PIN, setPin, signIn } from '../../../support/locks.ts';
import { useTemporaryFolder } from '../../../support/temporary-folder.ts';

const IV_BYTES = 12;
const NEW_PIN = '314159';
const folder = useTemporaryFolder();
const { randomBytes, hkdfSync, scrypt } = crypto;
const concat = Buffer.concat.bind(Buffer);
const from = Buffer.from.bind(Buffer);

type ScryptDone = (error: Error | null, key: Buffer) => void;
type ScryptInput = [crypto.BinaryLike, crypto.BinaryLike, number, crypto.ScryptOptions];

/** Every random value, derived key, typed PIN, joined text and secret of the keychain since the test began, as they are in memory. */
let made: Uint8Array[] = [];

function keep<T extends ArrayBuffer | Uint8Array>(bytes: T): T {
  made.push(
    new Uint8Array(
      bytes instanceof ArrayBuffer ? bytes : bytes.buffer,
      'byteOffset' in bytes ? bytes.byteOffset : 0,
      bytes.byteLength,
    ),
  );
  return bytes;
}

beforeEach(() => {
  made = [];
  Object.assign(crypto, {
    randomBytes: (size: number) => keep(randomBytes(size)),
    hkdfSync: (...given: Parameters<typeof hkdfSync>) => keep(hkdfSync(...given)),
    scrypt: (...given: unknown[]) => {
      const done = given.pop() as ScryptDone; // always the last one
      keep(given[0] as Uint8Array); // what is typed
      scrypt(...(given as ScryptInput), (error, key) => done(error, keep(key))); // what is left of them
    },
  });
  syncBuiltinESMExports();
  Buffer.concat = (...given) => keep(concat(...given));
  Object.assign(Buffer, {
    from: (...given: Parameters<typeof from>) => {
      const bytes = from(...given);
      return typeof given[0] === 'string' && given.at(1) === 'hex' ? keep(bytes) : bytes;
    },
  });
});

afterEach(() => {
  Buffer.concat = concat;
  Object.assign(Buffer, { from });
  Object.assign(crypto, { randomBytes, hkdfSync, scrypt });
  syncBuiltinESMExports();
});

/** Returns what is neither overwritten nor public, as the file of the lock shows it. */
function findLeftKeys(files: readonly string[]): readonly string[] {
  const text = files.join('\n');
  const decoded = [...text.matchAll(/"([A-Za-z0-9+/=]{16,})"/g)].map(([, part = '']) =>
    Buffer.from(part, 'base64').toString('hex'),
  );
  const isPublic = (hex: string): boolean =>
    text.includes(hex.slice(0, 16)) || decoded.some((part) => part.includes(hex));
  return made
    .filter((bytes) => bytes.byteLength !== IV_BYTES && bytes.some((byte) => byte !== 0))
    .map((bytes) => Buffer.from(bytes).toString('hex'))
    .filter((hex) => !isPublic(hex));
}

/** An account with a PIN; what was made until then is not looked at. */
async function createLocked() {
  const { start, keychain } = createComputer(folder());
  const secrets = start();
  await signIn(secrets);
  const file = join(folder(), 'accounts', LOCKED_ACCOUNT.id, 'lock.json');
  const code = await setPin(secrets);
  const files = [readFileSync(file, 'utf8')];
  const readFile = () => void files.push(readFileSync(file, 'utf8'));
  return { start, keychain, code, files, readFile };
}

test('a first PIN leaves no key in memory once the account is locked', async () => {
  const secrets = createComputer(folder()).start();
  await signIn(secrets);
  made = [];
  await setPin(secrets);
  const file = join(folder(), 'accounts', LOCKED_ACCOUNT.id, 'lock.json');
  expect(made.length).toBeGreaterThan(5);
  secrets.lock(LOCKED_ACCOUNT.id);
  expect(findLeftKeys([readFileSync(file, 'utf8')])).toEqual([]);
});

const JOB = { name: 'nightly', key: Buffer.alloc(32, 7) };

test.each<[string, (secrets: AccountSecretsProvider, code: string) => Promise<unknown>]>([
  ['unlocking', ({ locks }) => locks.unlock(LOCKED_ACCOUNT, PIN)],
  ['a wrong PIN', ({ locks }) => locks.unlock(LOCKED_ACCOUNT, '999998')],
  ['another PIN', ({ locks }) => locks.changePin(LOCKED_ACCOUNT, PIN, NEW_PIN)],
  ['the recovery code', ({ locks }, code) => locks.recover(LOCKED_ACCOUNT, code, NEW_PIN)],
  ['a new recovery code', ({ locks }) => locks.renewRecoveryCode(LOCKED_ACCOUNT, PIN)],
  ['a job', ({ locks }) => locks.addJob(LOCKED_ACCOUNT, PIN, JOB)],
  ['a new key', ({ keys }) => keys.rekey(LOCKED_ACCOUNT, async () => ok(PIN))],
  ['whether a PIN is in force', ({ locks }) => locks.isInForce(LOCKED_ACCOUNT)],
])('%s leaves no key in memory once the account is locked', async (_what, work) => {
  const { start, code, files, readFile } = await createLocked();
  // What was public for a moment counts too: a new key is sealed beside the former one.
  const write: LockFileOperations['write'] = (file, value) => {
    DISK_LOCK_FILE_OPERATIONS.write(file, value);
    readFile();
  };
  const secrets = start({ hasFiles: () => true, files: { ...DISK_LOCK_FILE_OPERATIONS, write } });
  made = [];
  await work(secrets, code);
  expect(made.length).toBeGreaterThan(0);
  secrets.lock(LOCKED_ACCOUNT.id);
  readFile();
  expect(findLeftKeys(files)).toEqual([]);
});

test('a try that has to wait leaves no key in memory', async () => {
  const { start, files } = await createLocked();
  const { locks } = start();
  for (let tries = 0; tries < PIN_TRIES_WITHOUT_WAIT; tries++) await locks.unlock(LOCKED_ACCOUNT, '999998');
  made = [];
  expect(await locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ error: { code: 'too-many-tries' } });
  expect(made.length).toBeGreaterThan(0);
  expect(findLeftKeys(files)).toEqual([]);
});

test('a secret that belongs to another lock is not left in memory', async () => {
  const { start, keychain, files } = await createLocked();
  const name = `${LOCKED_ACCOUNT.id}/lock`;
  const record = JSON.parse(keychain.entries.get(name) ?? '') as Record<string, unknown>;
  keychain.entries.set(name, JSON.stringify({ ...record, secret: '05'.repeat(32) }));
  made = [];
  const tried = await start().locks.unlock(LOCKED_ACCOUNT, PIN);
  expect(tried).toMatchObject({ error: { code: 'key-mismatch' } });
  expect(made.length).toBeGreaterThan(0);
  expect(findLeftKeys(files)).toEqual([]);
});
