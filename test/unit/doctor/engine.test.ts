import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { createPortPair } from '#main/base/port.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { createRpcServer } from '#main/base/rpc.ts';
import {
  checkDatabaseInTemporaryFolder,
  type TemporaryCheckEngine,
  withTemporaryCheckEngine,
} from '#main/doctor/engine.ts';
import { checkKeychain } from '#main/doctor/keychain.ts';
import { writeReport } from '#main/doctor/write-report.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An engine that makes files with this beginning when an account is opened. */
function engineOver(dataDir: string, beginning: string): TemporaryCheckEngine {
  return {
    call: async (name, input) => {
      if (name !== 'engine.open') return ok({});
      const { account } = input as { readonly account: string }; // of the control
      const place = join(dataDir, 'accounts', account);
      mkdirSync(place, { recursive: true });
      for (const file of ['cache.db', 'local.db']) writeFileSync(join(place, file), beginning.padEnd(100));
      return ok({});
    },
    close: async () => {},
  };
}

const check = (engine: TemporaryCheckEngine) =>
  checkDatabaseInTemporaryFolder(engine, folder, createSeededRandom(1));

describe('the line about the encrypted database', () => {
  it('is wrong where the files are not encrypted', async () => {
    expect(await check(engineOver(folder, 'SQLite format 3\0'))).toMatchObject({ state: 'wrong' });
    expect(await check(engineOver(folder, 'anything else'))).toMatchObject({ state: 'fine' });
  });

  it('names the error where they cannot be opened', async () => {
    const engine: TemporaryCheckEngine = {
      call: async () => err('storage-full', { detail: 'x' }),
      close: async () => {},
    };
    expect(await check(engine)).toMatchObject({
      state: 'wrong',
      found: { key: 'database.unusable', values: { error: 'storage-full: x' } },
    });
  });
});

describe('the folder of a check', () => {
  it('is removed, and the engine closed, also where the work fails', async () => {
    let closed = 0;
    const open = async (dataDir: string): Promise<TemporaryCheckEngine> => ({
      ...engineOver(dataDir, ''),
      close: async () => {
        closed += 1;
      },
    });
    expect(await withTemporaryCheckEngine(open, folder, async () => 'done')).toBe('done');
    const failing = async (): Promise<string> => {
      throw Object.assign(new Error('no'), { code: 'ENOSPC' });
    };
    expect(await withTemporaryCheckEngine(open, folder, failing)).toEqual({ failure: 'ENOSPC' });
    expect(closed).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is missed without an exception where it cannot be made', async () => {
    const open = async (): Promise<TemporaryCheckEngine> => engineOver(folder, '');
    expect(await withTemporaryCheckEngine(open, join(folder, 'none'), async () => 'done')).toEqual({
      failure: 'ENOENT',
    });
  });
});

describe('the line about the keychain', () => {
  const SECRETS = { INTRAY_ACCESS_TOKEN: 'TOK', INTRAY_JWT: 'JWT', INTRAY_CACHE_KEY: 'a'.repeat(64) };
  /** Checks with a keychain process that gives this answer. */
  function ask(answer: object, variables: Readonly<Record<string, string>> = {}) {
    const forkChild = () => {
      const [outside, inside] = createPortPair();
      createRpcServer(
        inside,
        async () => answer,
        () => {},
      );
      return { ...outside, onExit: () => {}, kill: () => {} };
    };
    return checkKeychain({ forkChild, clock: systemClock }, variables, 'linux');
  }

  it.each([
    [{ state: 'absent' }, {}, 'fine', 'Open.'],
    [{ state: 'locked', detail: 'is locked' }, {}, 'wrong', 'Locked (is locked).'],
    [{ state: 'unavailable', detail: 'no bus' }, {}, 'wrong', 'None (no bus).'],
    [{ state: 'unavailable', detail: 'no bus' }, SECRETS, 'attention', 'None; the environment'],
    [{ state: 'locked', detail: 'is locked' }, SECRETS, 'attention', 'Locked; the environment'],
  ])('for %j with %j is %s', async (answer, variables, state, found) => {
    expect(writeReport([await ask(answer, variables)], 'en')).toMatchObject([
      { state, found: expect.stringContaining(found) },
    ]);
  });
});
