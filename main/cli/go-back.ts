import path from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '#contract/result.ts';
import { defineCommand, type Command, type CommandContext } from './command.ts';
import { chooseAccount, getSecrets, openAccount, withApp } from './session.ts';

const PREVIEW = [
  'The local store from before the upgrade would take the place of the newer one, which stays under another name.',
  'What was entered since the upgrade is in the newer file alone: write it down with the newer Intray first ("intray outbox list").',
  'Records and PDFs would be fetched again from the service.',
];

/** Gives an account its files from before an upgrade back, after confirmation with --yes. */
function goBack(
  context: CommandContext,
  { yes }: { readonly yes?: true | undefined },
): Promise<Result<void>> {
  const { output, isJson, dataDir } = context;
  return withApp(context, async (app) => {
    const account = chooseAccount(app.accounts, context.account);
    if (!account.ok) return account;
    const secrets = await getSecrets(app, account.value);
    if (!secrets.ok) return secrets;
    if (yes !== true) {
      if (!isJson) await output.write(`${PREVIEW.join('\n')}\n`);
      return err('invalid-input', { detail: '--yes is needed to go back' });
    }
    const { id } = account.value;
    const done = await app.control('engine.goBack', { account: id, key: secrets.value.key });
    if (!done.ok) return done;
    const kept = path.join(dataDir, done.value.kept);
    const words = `The newer local store is ${kept} now. "intray sync" fetches the records again.`;
    await output.write(`${isJson ? JSON.stringify({ account: id, kept }) : words}\n`);
    const opened = await openAccount(app, account.value, secrets.value);
    return opened.ok ? ok(undefined) : opened;
  });
}

/** The command for the way back after an upgrade. */
export const GO_BACK_COMMAND: Command = defineCommand({
  name: ['account', 'go-back'],
  about: 'After an older Intray was installed again: use the local store from before the upgrade.',
  parameters: [],
  options: [{ form: '--yes', about: 'do it; without it, print what would happen' }],
  input: z.strictObject({ yes: z.literal(true).optional() }),
  run: goBack,
});
