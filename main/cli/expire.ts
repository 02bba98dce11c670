import { z } from 'zod';
import { retentionDaysSchema, type RetentionResult } from '#contract/retention.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { checkRetentionClock } from '#main/removal/retention-clock.ts';
import { formatCountWithNoun } from '#main/base/plain-text.ts';
import { defineCommand, type CliCommand, type CommandContext } from './command.ts';
import { withOpenedAccount } from './session.ts';

function formatResult({ pdfs, versions, missingRecords, accounts }: RetentionResult): string {
  return [
    `Removed from this computer: ${formatCountWithNoun(pdfs, 'PDF', 'PDFs')},`,
    `${formatCountWithNoun(versions, 'former version', 'former versions')} of records,`,
    `${formatCountWithNoun(missingRecords, 'copy', 'copies')} of records that the service no longer returns,`,
    `and the records of ${formatCountWithNoun(accounts, 'unused account', 'unused accounts')}.`,
  ].join(' ');
}

interface ExpireInput {
  readonly days?: number | undefined;
}

/** Removes what was not used for a number of days, or for the days of the policy. */
function expire(context: CommandContext, { days }: ExpireInput): Promise<Result<void>> {
  const { output, isJson, dataDir, environment } = context;
  return withOpenedAccount(context, async (app) => {
    const { policy, isPolicyUsable } = app;
    if (!isPolicyUsable) return err('policy-refused', { detail: 'the policy cannot be used' });
    const most = policy.retention?.days ?? null;
    if (days === undefined && most === null)
      return err('invalid-input', { detail: '--days is needed where the policy does not say' });
    const applied = Math.min(days ?? Infinity, most ?? Infinity);
    const { baseUrl } = app.account;
    const readServiceTime = () => app.control('engine.readServiceClock', { baseUrl });
    const believed = await checkRetentionClock({ dataDir, clock: environment.clock, readServiceTime });
    if (!believed.ok) return believed;
    const done = await app.control('engine.applyRetention', { days: applied });
    if (!done.ok) return done;
    await output.write(`${isJson ? JSON.stringify(done.value) : formatResult(done.value)}\n`);
    return ok(undefined);
  });
}

/** The command `expire`: applies retention once, removing copies unused for a number of days. */
export const RETENTION_COMMAND: CliCommand = defineCommand({
  name: ['expire'],
  about:
    'Remove PDFs, former versions and the records of unused accounts from this computer. Nothing changes on the service.',
  parameters: [],
  options: [
    {
      usage: '--days <number>',
      about: 'removed is what was not used for this number of days, 1 to 365; the policy may allow fewer',
    },
  ],
  input: z.strictObject({
    days: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, 'expected a whole number, 1 to 365')
      .transform(Number)
      .pipe(retentionDaysSchema)
      .optional(),
  }),
  run: expire,
});
