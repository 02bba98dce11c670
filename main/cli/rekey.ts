import { z } from 'zod';
import { ok, type Result } from '#contract/result.ts';
import { formatCount } from '#main/base/plain-text.ts';
import { defineCommand, type Command, type CommandContext } from './command.ts';
import { withChosenAccount } from './session.ts';

/** Encrypts the files of an account with a new key. */
function rekeyAccount(context: CommandContext): Promise<Result<void>> {
  const { output, isJson } = context;
  return withChosenAccount(context, async ({ secrets }, account) => {
    const { id } = account;
    const done = await secrets.keys.rekey(account);
    if (!done.ok) return done;
    const { files, left } = done.value;
    const rest =
      left === 0
        ? ''
        : ` As before, because it could not be read: ${formatCount(left, 'damaged file', 'damaged files')}.`;
    const words = `Account ${id}: a new key, which is in the keychain, encrypts ${formatCount(files, 'file', 'files')}.${rest}`;
    await output.write(`${isJson ? JSON.stringify({ account: id, files, left }) : words}\n`);
    return ok(undefined);
  });
}

/** The command that replaces the key of an account. */
export const REKEY_COMMAND: Command = defineCommand({
  name: ['account', 'rekey'],
  about: 'Encrypt the files of an account with a new key. Needs the keychain.',
  parameters: [],
  options: [],
  input: z.strictObject({}),
  run: rekeyAccount,
});
