import { lstatSync } from 'node:fs';
import { z } from 'zod';
import { accountIdSchema } from '#contract/accounts.ts';
import { encryptionKeySchema } from '#contract/internal-procedures.ts';
import { unattendedJobNameSchema, type Policy } from '#contract/policy.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { isFileOpenToOthers } from '#main/base/data-folder.ts';
import { readJsonFile } from '#main/base/json-file.ts';
import type { AccountRegister } from '#main/vault/accounts.ts';
import type { AccountSecretsProvider } from '#main/vault/secrets.ts';
import type { EnvironmentVariables } from '#main/vault/variables.ts';
import type { CommandOutput } from './output.ts';

/** The environment variable with the path of the key file of an unattended job. */
const JOB_VARIABLE = 'INTRAY_JOB_FILE';

const jobFileSchema = z.strictObject({
  version: z.literal(1),
  account: accountIdSchema,
  name: unattendedJobNameSchema,
  key: encryptionKeySchema,
});
type JobFile = Omit<z.infer<typeof jobFileSchema>, 'version' | 'key'> & { readonly key: Uint8Array };

/** Returns the text of a key file. */
export function formatJobKeyFile({ account, name, key }: JobFile): string {
  return `${JSON.stringify({ version: 1, account, name, key: Buffer.from(key).toString('hex') })}\n`;
}

function isOpenToOthers(file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats !== undefined && isFileOpenToOthers(stats);
}

function readJobFile(file: string): Result<JobFile> {
  const reading = readJsonFile(file);
  const parsed = jobFileSchema.safeParse(reading.state === 'found' ? reading.value : null);
  if (!parsed.success) return err('file-unreadable', { detail: 'the key file of the job' });
  if (isOpenToOthers(file))
    return err('file-unreadable', { detail: 'other users have rights to the key file of the job' });
  const { account, name, key } = parsed.data;
  return ok({ account, name, key: Buffer.from(key, 'hex') });
}

export interface UnlockAccountForJobDeps {
  readonly variables: EnvironmentVariables;
  readonly policy: Policy;
  readonly accounts: AccountRegister;
  readonly secrets: Pick<AccountSecretsProvider, 'locks'>;
  readonly output: Pick<CommandOutput, 'note'>;
}

/**
 * Opens the account of a job, whose key file the variable INTRAY_JOB_FILE names, if the policy still names the job.
 * Without the variable nothing happens; for an account without a PIN a note says that the file is not needed.
 */
export function unlockAccountForJob({
  variables,
  policy,
  accounts,
  secrets,
  output,
}: UnlockAccountForJobDeps): Result<void> {
  const file = variables[JOB_VARIABLE]?.trim() ?? '';
  if (file === '') return ok(undefined);
  const job = readJobFile(file);
  if (!job.ok) return job;
  if (!policy.jobs.includes(job.value.name))
    return err('policy-refused', { detail: `the policy names no job ${job.value.name}` });
  const account = accounts.find(job.value.account);
  if (account === null) return err('not-found', { detail: 'no such account' });
  if (secrets.locks.hasDocument(account.id)) return secrets.locks.unsealLockKeyAsJob(account, job.value);
  // Its PIN was removed: the key is where it was before, and opens the account or is reported as missing.
  output.note(
    `intray: account ${account.id} has no PIN; the key file of the job ${job.value.name} is not needed`,
  );
  return ok(undefined);
}
