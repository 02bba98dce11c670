import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { ok, type Result } from '#contract/result.ts';
import { exportLocalStore, importLocalStore } from '#main/engine/transfer/transfer.ts';
import { getCode, temporaryFolder, unwrap } from '../../../support/engine.ts';
import { useCheapExports } from '../../../support/cheap-exports.ts';

useCheapExports();

const PASSPHRASE = 'correct horse battery';
const RESULT = { changes: 1, uncertain: 0, known: 0, differing: 0, others: 0 };
const INPUT = { passphrase: PASSPHRASE, origin: 'https://clinic.example', userId: 'user_me' };

let folder: string;
let file: string;
let imports: number;

/** A local store whose copy is a few bytes. */
const local = {
  call: async (name: string): Promise<Result<never>> => {
    const copy = path.join(folder, 'copy');
    if (name === 'copyStoreForExport') await writeFile(copy, 'the database');
    if (name === 'importCopy') imports += 1;
    const answers: Readonly<Record<string, unknown>> = {
      copyStoreForExport: { path: copy, changes: 1 },
      removeCopies: { importPath: path.join(folder, `import-${readdirSync(folder).length}`) },
      importCopy: RESULT,
    };
    return ok(answers[name] as never); // as the protocol says
  },
};

beforeEach(async () => {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  folder = temporary.path;
  file = path.join(folder, 'file.intray-export');
  imports = 0;
});

/** Exports for one user, imports for another one; null where a user is not known. */
async function carry(from: string | null, to: string | null, isSameUser: boolean, origin = INPUT.origin) {
  const deps = { local, clock: systemClock, random: systemRandomSource };
  unwrap(await exportLocalStore({ ...INPUT, path: file, userId: from }, deps));
  return importLocalStore({ ...INPUT, path: file, userId: to, origin, isSameUser }, local);
}

test('the user who exported a file can import it', async () => {
  expect(unwrap(await carry('user_me', 'user_me', false))).toEqual(RESULT);
});

test('another user cannot import it, whatever is confirmed', async () => {
  expect(getCode(await carry('user_me', 'user_you', false))).toBe('foreign-export');
  expect(getCode(await carry('user_me', 'user_you', true))).toBe('foreign-export');
  expect(imports).toBe(0);
});

test('an account at another address cannot import it', async () => {
  expect(getCode(await carry('user_me', 'user_me', true, 'https://other.example'))).toBe('foreign-export');
  expect(imports).toBe(0);
});

test.each([
  ['user_me', null],
  [null, 'user_me'],
  [null, null],
])('where a user is not known (%s, %s) it is imported after a confirmation only', async (from, to) => {
  expect(getCode(await carry(from, to, false))).toBe('user-unconfirmed');
  expect(imports).toBe(0);
  expect(unwrap(await carry(from, to, true))).toEqual(RESULT);
});
