import { z } from 'zod';
import { ok, type Result } from '#contract/result.ts';
import { formatCountWithNoun } from '#main/base/plain-text.ts';
import { defineCommand, type CliCommand, type CommandContext } from './command.ts';
import { readSecretLine } from './passphrase.ts';
import { recordUnlockAttempt } from './pin.ts';
import { withUnopenedAccount } from './session.ts';

/** Encrypts the files of an account with a new key; asks for the PIN of an account that has one. */
function rekeyAccount(context: CommandContext): Promise<Result<void>> {
  const { environment, output, isJson } = context;
  return withUnopenedAccount(context, async (app, account) => {
    const { id } = account;
    let isPinTried = false;
    const done = await app.secrets.keys.rekey(account, async () => {
      const pin = await readSecretLine(environment, { what: 'PIN', isNew: false });
      isPinTried = pin.ok;
      return pin;
    });
    if (isPinTried) await recordUnlockAttempt(app, account, done);
    if (!done.ok) return done;
    const { files, left } = done.value;
    const rest =
      left === 0
        ? ''
        : ` As before, because it could not be read: ${formatCountWithNoun(left, 'damaged file', 'damaged files')}.`;
    const place = isPinTried ? 'which its PIN protects' : 'which is in the keychain';
    const words = `Account ${id}: a new key, ${place}, encrypts ${formatCountWithNoun(files, 'file', 'files')}.${rest}`;
    await output.write(`${isJson ? JSON.stringify({ account: id, files, left }) : words}\n`);
    return ok(undefined);
  });
}

/** The command that replaces the key of an account. */
export const REKEY_COMMAND: CliCommand = defineCommand({
  name: ['account', 'rekey'],
  asksSecret: true,
  about:
    'Encrypt the files of an account with a new key. Needs the keychain. Asks for the PIN of an account that has one, or reads it from stdin.',
  parameters: [],
  options: [],
  input: z.strictObject({}),
  run: rekeyAccount,
});
