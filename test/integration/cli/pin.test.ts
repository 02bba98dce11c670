import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatJobKeyFile } from '#main/cli/job-file.ts';
import {
  CACHE_KEY,
  getError,
  openTestCommand,
  expectSuccess,
  type TestCommand,
} from '../../support/command.ts';
import { giveFirstPin, PIN } from '../../support/locks.ts';

let command: TestCommand;
let policyFile = '';
let jobFile = '';
const JOB = { name: 'nightly', key: Buffer.alloc(32, 5) };

/** Writes the policy of this computer. */
function setPolicy(policy: object): void {
  writeFileSync(policyFile, JSON.stringify(policy));
}

/** Gives the account a PIN, as a window with a keychain does, and lets a job open it. */
async function lockAccount(publicKey: string | null = null): Promise<void> {
  const { account, secrets } = await giveFirstPin(command.dataDir, CACHE_KEY, publicKey);
  expect(await secrets.locks.addJob(account, PIN, JOB)).toMatchObject({ ok: true });
  writeFileSync(jobFile, formatJobKeyFile({ account: account.id, ...JOB }), { mode: 0o600 });
}

beforeEach(async () => {
  command = await openTestCommand({ seed: 3, requisitions: 6, forms: 2, notifications: 2 }, 'synced');
  policyFile = path.join(command.folder, 'policy.json');
  jobFile = path.join(command.folder, 'nightly.json');
});

describe('an account with a PIN', () => {
  const asJob = (variables: object = {}) =>
    command.run(['list', 'requisitions', '--json'], {
      policyFile,
      variables: { INTRAY_CACHE_KEY: undefined, INTRAY_JOB_FILE: jobFile, ...variables },
    });

  test('is opened by a job with a key of its own, without a keychain', async () => {
    await lockAccount();
    setPolicy({ jobs: ['nightly'] });
    expect(expectSuccess(await asJob()).out).toContain('req_');
  });

  test('is opened by the key of a variable, which serves commands', async () => {
    await lockAccount();
    expect(expectSuccess(await command.run(['list', 'requisitions', '--json'])).out).toContain('req_');
  });

  test('whose PIN was removed is open to its job too, which says that its key file is not needed', async () => {
    await lockAccount();
    setPolicy({ jobs: ['nightly'] });
    const [id = ''] = readdirSync(path.join(command.dataDir, 'accounts'));
    rmSync(path.join(command.dataDir, 'accounts', id, 'lock.json'));
    const ended = await asJob({ INTRAY_CACHE_KEY: CACHE_KEY });
    expect(ended).toMatchObject({
      code: 0,
      err: `intray: account ${id} has no PIN; the key file of the job nightly is not needed\n`,
    });
    expect(ended.out).toContain('req_');
    // There is no keychain here either: that is no wrong use of the command.
    expect((await asJob()).code).toBe(3);
  });

  test('is not opened by a job that the policy does not name', async () => {
    await lockAccount();
    for (const jobs of [[], ['weekly']]) {
      setPolicy({ jobs });
      const ended = await asJob();
      expect({ code: ended.code, error: getError(ended).code }).toEqual({ code: 3, error: 'policy-refused' });
    }
  });

  test('is not opened by a key file that others can read, that was changed, or that is none', async () => {
    await lockAccount();
    setPolicy({ jobs: ['nightly'] });
    chmodSync(jobFile, 0o644);
    expect(getError(await asJob()).code).toBe('file-unreadable');
    chmodSync(jobFile, 0o600);
    writeFileSync(jobFile, readFileSync(jobFile, 'utf8').replace('"key":"05', '"key":"06'));
    const ended = await asJob();
    expect({ code: ended.code, error: getError(ended).code }).toEqual({ code: 3, error: 'key-mismatch' });
    expect(getError(await asJob({ INTRAY_JOB_FILE: '/nowhere/job.json' })).code).toBe('file-unreadable');
  });

  test('is not opened by a job that was removed, while other jobs stay', async () => {
    await lockAccount();
    setPolicy({ jobs: ['nightly', 'weekly'] });
    const remove = (name: string) => command.run(['pin', 'remove-job', `--name=${name}`], { policyFile });
    const unknown = await remove('weekly');
    expect({ code: unknown.code, says: unknown.err.includes('the account has no job weekly') }).toEqual({
      code: 1,
      says: true,
    });
    expectSuccess(await asJob());
    expect(expectSuccess(await remove('nightly')).out).toContain('The job nightly no longer opens account');
    const ended = await asJob();
    expect({ code: ended.code, error: getError(ended).code }).toEqual({ code: 3, error: 'key-mismatch' });
  });

  test('gets a job only under a name of the policy, and with its PIN', async () => {
    await lockAccount();
    setPolicy({ jobs: ['nightly'] });
    const out = path.join(command.folder, 'other.json');
    const add = (name: string) =>
      command.run(['pin', 'add-job', `--name=${name}`, `--out=${out}`, '--json'], {
        policyFile,
        stdin: '999998\n',
      });
    const listFailed = async () => {
      const words = ['audit', 'export', '--format=json', '--what=failed-unlock'];
      const { out: entries } = expectSuccess(await command.run(words));
      return (JSON.parse(entries) as { readonly outcome: string }[]).map(({ outcome }) => outcome); // as printed
    };
    expect(getError(await add('weekly')).code).toBe('policy-refused');
    // It was refused before the PIN was asked for.
    expect(await listFailed()).toEqual([]);
    // Without a keychain no PIN can be tried.
    expect(getError(await add('nightly')).code).toBe('keychain-unavailable');
    expect(await listFailed()).toEqual(['keychain-unavailable']);
  });
});

describe('the administrator’s key', () => {
  test('is made as a file for this user only, and its public half is what the policy takes', async () => {
    const out = path.join(command.folder, 'private.pem');
    const made = JSON.parse(
      expectSuccess(await command.run(['pin', 'make-key', `--out=${out}`, '--json'])).out,
    ) as {
      readonly recoveryKey: string;
    }; // being tested
    expect(readFileSync(out, 'utf8')).toContain('BEGIN PRIVATE KEY');
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const again = await command.run(['pin', 'make-key', `--out=${out}`]);
    expect({ code: again.code, says: again.err.includes('exists already') }).toEqual({ code: 6, says: true });
    setPolicy({ recoveryKey: made.recoveryKey });
    expect(expectSuccess(await command.run(['list', 'forms'], { policyFile })).err).toBe('');
    await lockAccount(made.recoveryKey);
    const recover = (keyFile: string, stdin: string) =>
      command.run(['pin', 'recover', `--key-file=${keyFile}`, '--json'], { policyFile, stdin });
    expect(getError(await recover(out, '111111\n')).code).toBe('weak-pin');
    const other = path.join(command.folder, 'other.pem');
    expectSuccess(await command.run(['pin', 'make-key', `--out=${other}`]));
    expect(getError(await recover(other, '314159\n')).code).toBe('key-mismatch');
    // The right key opens; the new PIN needs a keychain, which this computer does not offer.
    expect(getError(await recover(out, '314159\n')).code).toBe('keychain-unavailable');
    expect(readdirSync(path.join(command.dataDir, 'accounts'))).toHaveLength(1);
  });
});
