import path from 'node:path';
import { isKeyTrouble, type Account } from '#contract/account.ts';
import { ERROR_TEXT } from '#contract/error-text.ts';
import { err, ok, type ErrorCode, type Result } from '#contract/result.ts';
import type { CommandContext } from './context.ts';
import { chooseAccount, openAccount, getSecrets, withApp, type App } from './desk.ts';

export interface MoveAwayInput {
  readonly yes?: true | undefined;
}

/** Files that no key opens: why, and the key that does not fit, where there is one. */
interface Blocked {
  readonly why: ErrorCode;
  readonly key: string | null;
}

const WOULD = [
  'Setting the files aside gives them a folder of their own beside, with the date in its name. Nothing is deleted.',
  'The records are fetched again from the service.',
  'Changes that were not sent stay in the files that are set aside; only the old key can read them.',
];

/** Tries to open the account. Files that a key opens are none of this command's business. */
async function tryKey(app: App, account: Account): Promise<Result<Blocked>> {
  const secrets = await getSecrets(app, account);
  const opened = secrets.ok ? await openAccount(app, account, secrets.value) : secrets;
  if (opened.ok) return err('key-fits');
  if (!isKeyTrouble(opened.error)) return opened;
  return ok({ why: opened.error.code, key: secrets.ok ? secrets.value.key : null });
}

/** Opens the account over fresh files, which makes a key where there is none. */
async function startAfresh(app: App, account: Account): Promise<Result<unknown>> {
  const secrets = await getSecrets(app, account);
  return secrets.ok ? openAccount(app, account, secrets.value) : secrets;
}

/** Sets the files of an account aside that no key opens, once that was said with --yes; prints the folder they are in. */
export function moveAccountAway(context: CommandContext, { yes }: MoveAwayInput): Promise<Result<void>> {
  const { output, isJson, dataDir } = context;
  return withApp(context, async (app) => {
    const account = chooseAccount(app.accounts, context.account);
    if (!account.ok) return account;
    const blocked = await tryKey(app, account.value);
    if (!blocked.ok) return blocked;
    const { why, key } = blocked.value;
    if (yes !== true) {
      if (!isJson) await output.write(`${[ERROR_TEXT[why], ...WOULD].join('\n')}\n`);
      return err('invalid-input', { detail: '--yes is needed to set the files aside' });
    }
    const { id } = account.value;
    const moved = await app.control('engine.moveAway', { account: id, key });
    if (!moved.ok) return moved;
    await app.secrets.forgetMark(id);
    const folder = path.join(dataDir, moved.value.folder);
    const words = `The files are in ${folder} now. "intray sync" fetches the records again.`;
    await output.write(`${isJson ? JSON.stringify({ account: id, folder }) : words}\n`);
    const opened = await startAfresh(app, account.value);
    return opened.ok ? ok(undefined) : opened;
  });
}
