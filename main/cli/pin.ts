import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Account } from '#contract/accounts.ts';
import { unattendedJobNameSchema } from '#contract/policy.ts';
import { isId } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import { createFile } from '#main/base/write-file.ts';
import { createAdministratorKeyPair } from '#main/vault/lock/administrator-key.ts';
import { createRandomKey } from '#main/vault/lock/sealing.ts';
import type { AccountSecretsProvider } from '#main/vault/secrets.ts';
import { defineCommand, outFileSchema, type CliCommand, type CommandContext } from './command.ts';
import { formatJobKeyFile } from './job-file.ts';
import { readSecretLine } from './passphrase.ts';
import { withUnopenedAccount, type CliApp } from './session.ts';

/** Creates a file that only this user can read. 'storage-read-only' also where there is one already. */
function createSecretFile(file: string, text: string): Result<void> {
  try {
    createFile(file, (handle) => writeFileSync(handle, text));
    return ok(undefined);
  } catch (thrown) {
    const code = getSystemErrorCode(thrown);
    const name = path.basename(file);
    const reason = code === 'EEXIST' ? 'exists already, --out has to name a new file' : code;
    return err('storage-read-only', { detail: `${name}: ${reason}` });
  }
}

/** Creates the key pair with which an administrator opens accounts; writes the private key to a file. */
async function makeAdministratorKey(
  { output, isJson }: CommandContext,
  { out }: { readonly out: string },
): Promise<Result<void>> {
  const { privatePem, publicKey } = createAdministratorKeyPair();
  const file = path.resolve(out);
  const created = createSecretFile(file, privatePem);
  if (!created.ok) return created;
  const words = `The private key is in ${file}: keep it away from the computers of the clinic.\nFor the policy of each computer:\n  "recoveryKey": "${publicKey}"`;
  await output.write(`${isJson ? JSON.stringify({ file, recoveryKey: publicKey }) : words}\n`);
  return ok(undefined);
}

/**
 * Records in the access log whether a PIN or key unlocked an account. The outcome is that of the whole command: an
 * error after the account was unlocked is recorded with the unlocking. A new PIN that is too weak is refused before
 * anything is tried, so nothing is recorded.
 */
export async function recordUnlockAttempt(
  {
    noteAccess,
    secrets,
  }: Pick<CliApp, 'noteAccess'> & { readonly secrets: Pick<AccountSecretsProvider, 'locks'> },
  { id, userId }: Pick<Account, 'id' | 'userId'>,
  result: Result<unknown>,
): Promise<void> {
  if (!result.ok && result.error.code === 'weak-pin') return;
  const what = secrets.locks.isUnlocked(id) ? 'unlock' : 'failed-unlock';
  const user = isId('user', userId) ? userId : null;
  await noteAccess({ what, outcome: result.ok ? 'ok' : result.error.code, account: id, user });
}

function readPem(file: string): Result<string> {
  try {
    if (statSync(file).size > 10_000) return err('file-unreadable', { detail: 'it is too large' });
    return ok(readFileSync(file, 'utf8'));
  } catch (thrown) {
    return err('file-unreadable', { detail: getSystemErrorCode(thrown) });
  }
}

/** Opens an account with the administrator's private key, and gives it a new PIN and a new recovery code. */
function recoverPin(
  context: CommandContext,
  { keyFile }: { readonly keyFile: string },
): Promise<Result<void>> {
  const { environment, output, isJson } = context;
  return withUnopenedAccount(context, async (app, account) => {
    const pem = readPem(path.resolve(keyFile));
    if (!pem.ok) return pem;
    const pin = await readSecretLine(environment, { what: 'New PIN', isNew: true });
    if (!pin.ok) return pin;
    const recovered = await app.secrets.locks.recoverAsAdministrator(account, pem.value, pin.value);
    await recordUnlockAttempt(app, account, recovered);
    if (!recovered.ok) return recovered;
    const { recoveryCode } = recovered.value;
    const words = `Account ${account.id} has a new PIN. Its new recovery code, which is shown only now:\n  ${recoveryCode}`;
    await output.write(`${isJson ? JSON.stringify({ account: account.id, recoveryCode }) : words}\n`);
    return ok(undefined);
  });
}

interface AddJobInput {
  readonly name: string;
  readonly out: string;
}

/** Makes the key file with which an unattended job opens an account that has a PIN. */
function addJob(context: CommandContext, { name, out }: AddJobInput): Promise<Result<void>> {
  const { environment, output, isJson } = context;
  return withUnopenedAccount(context, async (app, account) => {
    if (!app.policy.jobs.includes(name))
      return err('policy-refused', { detail: `the policy names no job ${name}` });
    const pin = await readSecretLine(environment, { what: 'PIN', isNew: false });
    if (!pin.ok) return pin;
    const key = createRandomKey();
    const file = path.resolve(out);
    const created = createSecretFile(file, formatJobKeyFile({ account: account.id, name, key }));
    if (!created.ok) return created;
    const added = await app.secrets.locks.addJob(account, pin.value, { name, key });
    key.fill(0);
    await recordUnlockAttempt(app, account, added);
    if (!added.ok) {
      rmSync(file, { force: true });
      return added;
    }
    const words = `The job ${name} opens account ${account.id} with INTRAY_JOB_FILE=${file}.`;
    await output.write(`${isJson ? JSON.stringify({ account: account.id, name, file }) : words}\n`);
    return ok(undefined);
  });
}

/** Takes the right to open an account away from a job. */
function removeJob(context: CommandContext, { name }: Pick<AddJobInput, 'name'>): Promise<Result<void>> {
  const { output, isJson } = context;
  return withUnopenedAccount(context, async ({ secrets }, account) => {
    const { id } = account;
    if (!secrets.locks.hasDocument(id)) return err('not-found', { detail: 'the account has no PIN' });
    const removed = secrets.locks.removeJob(account, name);
    if (!removed.ok) return removed;
    const words = `The job ${name} no longer opens account ${id}. Delete its key file.`;
    await output.write(`${isJson ? JSON.stringify({ account: id, name }) : words}\n`);
    return ok(undefined);
  });
}

/** The commands for accounts with a PIN. */
export const PIN_COMMANDS: readonly CliCommand[] = [
  defineCommand({
    name: ['pin', 'make-key'],
    about: 'Make a pair of keys for the policy entry recoveryKey, with which forgotten PINs are replaced.',
    parameters: [],
    options: [{ usage: '--out <file>', about: 'a new file for the private key' }],
    input: z.strictObject({ out: outFileSchema }),
    run: makeAdministratorKey,
  }),
  defineCommand({
    name: ['pin', 'recover'],
    asksSecret: true,
    about:
      'Give an account a new PIN with the private key of the administrator. Asks for the PIN, or reads it from stdin.',
    parameters: [],
    options: [{ usage: '--key-file <file>', about: 'the private key of the policy entry recoveryKey' }],
    input: z.strictObject({ keyFile: z.string('expected --key-file=FILE').min(1) }),
    run: recoverPin,
  }),
  defineCommand({
    name: ['pin', 'add-job'],
    asksSecret: true,
    about:
      'Make a key file with which a job opens an account that has a PIN. Asks for the PIN, or reads it from stdin.',
    parameters: [],
    options: [
      { usage: '--name <name>', about: 'a name that the policy lists under jobs' },
      { usage: '--out <file>', about: 'a new file, which only this user can read' },
    ],
    input: z.strictObject({ name: unattendedJobNameSchema, out: outFileSchema }),
    run: addJob,
  }),
  defineCommand({
    name: ['pin', 'remove-job'],
    about: 'Take the right to open an account away from a job. Asks for no PIN.',
    parameters: [],
    options: [{ usage: '--name <name>', about: 'the name of the job' }],
    input: z.strictObject({ name: unattendedJobNameSchema }),
    run: removeJob,
  }),
];
