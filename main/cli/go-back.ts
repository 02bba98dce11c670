import path from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '#contract/result.ts';
import type { Account } from '#contract/accounts.ts';
import { checkExportFile } from '#main/engine/transfer/read-export.ts';
import { defineCommand, type CliCommand, type CommandContext } from './command.ts';
import { readPassphrase } from './passphrase.ts';
import {
  findWantedOrOnlyAccount,
  getAccountSecrets,
  openAccountIfAllowed,
  withAppHoldingDataFolder,
} from './session.ts';

const PREVIEW = [
  'If a newer Intray wrote the local store, so that this one cannot open it, the store from before the upgrade would take its place.',
  'The newer store stays under another name; where there is nothing to go back to, the command changes nothing and says so.',
  'What was entered since the upgrade is in the newer file alone: export it with the newer Intray first ("intray outbox export --out=FILE").',
  'Records and PDFs would be fetched again from the service.',
];

const HOW = '--yes with --exported=FILE, or with --without-export where the newer Intray cannot export';

interface GoBackInput {
  readonly yes?: true | undefined;
  readonly exported?: string | undefined;
  readonly withoutExport?: true | undefined;
}

/** Checks the export file of what was entered since the upgrade; null where the user goes back without one. */
async function checkExported(
  { environment }: CommandContext,
  { baseUrl, userId }: Account,
  { exported, withoutExport }: GoBackInput,
): Promise<Result<null>> {
  if ((exported === undefined) === (withoutExport === undefined))
    return err('invalid-input', { detail: `needed: ${HOW}` });
  if (exported === undefined) return ok(null);
  const passphrase = await readPassphrase(environment, false);
  if (!passphrase.ok) return passphrase;
  const file = { path: path.resolve(exported), passphrase: passphrase.value };
  return checkExportFile({ ...file, origin: baseUrl, userId });
}

/** Gives an account its files from before an upgrade back, after confirmation with --yes. */
function goBack(context: CommandContext, input: GoBackInput): Promise<Result<void>> {
  const { output, isJson, dataDir } = context;
  return withAppHoldingDataFolder(context, async (app) => {
    const account = findWantedOrOnlyAccount(app.accounts, context.account);
    if (!account.ok) return account;
    const secrets = await getAccountSecrets(app, account.value);
    if (!secrets.ok) return secrets;
    if (input.yes !== true) {
      if (!isJson) await output.write(`${PREVIEW.join('\n')}\n`);
      return err('invalid-input', { detail: `needed: ${HOW}` });
    }
    const exported = await checkExported(context, account.value, input);
    if (!exported.ok) return exported;
    const { id } = account.value;
    const done = await app.control('engine.goBack', { account: id, key: secrets.value.key });
    if (!done.ok) return done;
    const kept = path.join(dataDir, done.value.kept);
    const words = `The newer local store is ${kept} now. "intray sync" fetches the records again.`;
    await output.write(`${isJson ? JSON.stringify({ account: id, kept }) : words}\n`);
    const opened = await openAccountIfAllowed(app, account.value, secrets.value);
    return opened.ok ? ok(undefined) : opened;
  });
}

/** The command that restores an account's files from before an upgrade. */
export const RETURN_TO_PRE_UPGRADE_FILES_COMMAND: CliCommand = defineCommand({
  name: ['account', 'go-back'],
  asksSecret: true,
  about: 'After an older Intray was installed again: use the local store from before the upgrade.',
  parameters: [],
  options: [
    { usage: '--yes', about: 'do it; without it, print what would happen' },
    {
      usage: '--exported <file>',
      about: 'the export file of the newer Intray; asks for its passphrase and reads it to its end first',
    },
    {
      usage: '--without-export',
      about: 'go back although what was entered since the upgrade is not exported',
    },
  ],
  input: z.strictObject({
    yes: z.literal(true).optional(),
    exported: z.string().min(1).optional(),
    withoutExport: z.literal(true).optional(),
  }),
  run: goBack,
});
