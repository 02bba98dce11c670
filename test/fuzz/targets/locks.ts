import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AccountIdentity } from '#contract/accounts.ts';
import { findPinProblem } from '#contract/lock.ts';
import { POLICY_WITHOUT_FILE } from '#contract/policy.ts';
import { systemClock } from '#main/base/clock.ts';
import { getAccountFolder } from '#main/base/data-dir.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { formatJobKeyFile, unlockAccountForJob } from '#main/cli/job-file.ts';
import { openAccountRegister } from '#main/vault/accounts.ts';
import { AccountLocks } from '#main/vault/lock/account-locks.ts';
import { createAdministratorKeyPair } from '#main/vault/lock/administrator-key.ts';
import {
  createLockDocument,
  unsealLockKeyAsAdministrator,
  unsealLockKeyAsJob,
  unsealFileKey,
  unsealLockKeyWithPin,
  unsealLockKeyWithRecoveryCode,
  setAdministratorInLockDocument,
  addJobToLockDocument,
  replaceRecoveryCodeInLockDocument,
  type LockDocument,
} from '#main/vault/lock/lock-document.ts';
import { openKeychainLockStore } from '#main/vault/lock/lock-store.ts';
import {
  createRecoverySecret,
  formatRecoveryCode,
  parseRecoveryCode,
} from '#main/vault/lock/recovery-code.ts';
import { createRandomKey } from '#main/vault/lock/sealing.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { memoryKeychain } from '../../support/memory-keychain.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

const PIN = '285019';
const COST = { n: 2, r: 1, p: 1 };
/** A file may ask for a cost that takes seconds, which is not what is looked for here. */
const MAX_COST = 64;

interface Keys {
  readonly secret: Buffer;
  readonly code: Buffer;
  readonly jobKey: Buffer;
  readonly pem: string;
  readonly lockKey: Buffer;
  readonly fileKey: Buffer;
}

async function createLock(
  account: AccountIdentity,
): Promise<{ readonly document: LockDocument; readonly keys: Keys }> {
  const [secret, code, jobKey, fileKey] = [
    createRandomKey(),
    createRecoverySecret(),
    createRandomKey(),
    createRandomKey(),
  ];
  const { privatePem: pem, publicKey } = createAdministratorKeyPair();
  const { document, lockKey } = await createLockDocument(account, fileKey, { pin: PIN, secret, cost: COST });
  const coded = replaceRecoveryCodeInLockDocument(document, lockKey, code);
  const whole = addJobToLockDocument(setAdministratorInLockDocument(coded, lockKey, publicKey), lockKey, {
    name: 'nightly',
    key: jobKey,
  });
  return { document: whole, keys: { secret, code, jobKey, pem, lockKey, fileKey } };
}

/** Opens a document in every way. */
async function checkDocument(document: LockDocument, keys: Keys): Promise<void> {
  const { n, r, p } = document.pin.cost;
  const opened = [
    n * r * p <= MAX_COST ? await unsealLockKeyWithPin(document, PIN, keys.secret) : null,
    unsealLockKeyWithRecoveryCode(document, keys.code),
    unsealLockKeyAsJob(document, { name: 'nightly', key: keys.jobKey }),
    unsealLockKeyAsAdministrator(document, keys.pem),
  ];
  for (const lockKey of opened)
    assertHolds(lockKey === null || lockKey.equals(keys.lockKey), 'a changed document gives no other key');
  const fileKey = unsealFileKey(document, keys.lockKey);
  assertHolds(fileKey === null || fileKey.equals(keys.fileKey), 'nor another key of the files');
}

function checkCode(text: string): void {
  const code = parseRecoveryCode(text);
  if (!code.ok) return;
  const again = parseRecoveryCode(formatRecoveryCode(code.value));
  assertHolds(again.ok && again.value.equals(code.value), 'a code that was read is written as the same code');
}

/** Documents that lock accounts, key files of jobs, PINs, recovery codes and private keys: opened as made, or refused. */
export async function createTarget(): Promise<FuzzTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'intray-fuzz-'));
  const vault = createVaultOverKeychain(memoryKeychain());
  const clock = systemClock;
  const accounts = openAccountRegister({
    dataDir: folder,
    clock,
    random: systemRandomSource,
    log: silentLog,
  });
  const account = accounts.findOrPrepare('https://a.example/v2', 'user_me');
  assertHolds(accounts.save(account).ok, 'an account is saved');
  const { document, keys } = await createLock(account);
  const lockFile = join(getAccountFolder(folder, account.id), 'lock.json');
  const jobFile = join(folder, 'job.json');
  mkdirSync(dirname(lockFile), { recursive: true });
  const store = openKeychainLockStore({ dataDir: folder, vault }, account);
  const policy = { ...POLICY_WITHOUT_FILE, jobs: ['nightly'] };
  const secrets = { locks: new AccountLocks({ dataDir: folder, vault, clock, publicKey: null }) };
  return {
    seeds: [
      JSON.stringify(document),
      formatJobKeyFile({ account: account.id, name: 'nightly', key: keys.jobKey }),
      formatRecoveryCode(keys.code),
      keys.pem,
      PIN,
    ],
    tokens: [
      '"n":1048576',
      '"r":16',
      '"sealed":',
      '"jobs":[',
      'nightly',
      '"code":null',
      '=',
      '-----BEGIN',
      '０',
    ],
    run: async (input) => {
      const text = Buffer.from(input).toString();
      writeFileSync(lockFile, input);
      const read = store.readDocument();
      if (read.ok && read.value !== null) await checkDocument(read.value, keys);
      unsealLockKeyAsAdministrator(document, text);
      checkCode(text);
      assertHolds(findPinProblem(text) !== null || /^\d{6,32}$/.test(text), 'a PIN is made of digits');
      writeFileSync(jobFile, input, { mode: 0o600 });
      const variables = { INTRAY_JOB_FILE: jobFile };
      unlockAccountForJob({ variables, policy, accounts, secrets, output: { note: () => {} } });
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
