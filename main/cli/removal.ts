import { z } from 'zod';
import {
  hasCertainlyNotArrived,
  type AccountContent,
  type RemovalReceipt,
  type RemovalRequest,
} from '#contract/removal.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { defineCommand, type Command, type CommandContext, type HelpEntry } from './command.ts';
import { formatOutbox } from './outbox.ts';
import { chooseAccount, withApp } from './session.ts';

interface RemovalInput {
  readonly yes?: true | undefined;
  readonly discard?: readonly number[] | undefined;
  readonly discardUnreadable?: true | undefined;
}

const EFFECTS: Readonly<Record<RemovalRequest['what'], string>> = {
  'sign-out':
    'Tokens, key and files of the account would be deleted. Its address and its user stay, for the next sign-in.',
  remove: 'Tokens, key and files of the account and its entry in the list would be deleted.',
  wipe: 'Tokens, keys and files of all accounts, and the list of accounts, would be deleted.',
};
const UNREADABLE =
  'No key opens its files. Unsent changes in them cannot be listed and would be lost (--discard-unreadable).';
const SEND_FIRST = '"intray sync" sends what can be sent.';
const MUST_DECIDE =
  'It may have reached the service, so it is not discarded with the account: sync, then decide it alone.';

/** Returns what would be lost, as text. */
function formatContent({ account, files, unsent }: AccountContent): string {
  if (files === 'unreadable') return `Account ${account}: ${UNREADABLE}`;
  if (unsent.length === 0) return `Account ${account}: nothing is unsent.`;
  const undecided = unsent.filter((each) => !hasCertainlyNotArrived(each));
  const notes = undecided.map(({ number }) => `Number ${number}: ${MUST_DECIDE}`);
  const free = unsent.filter(hasCertainlyNotArrived).map(({ number }) => number);
  const option = free.length === 0 ? '' : ` To discard: --discard=${free.join(',')}`;
  const heading = `Account ${account}: not on the service yet. ${SEND_FIRST}${option}`;
  return [heading, formatOutbox(unsent, false).trimEnd(), ...notes].join('\n');
}

function formatReceipt({ account, baseUrl, files, foreign, keychain }: RemovalReceipt): string {
  const secrets =
    keychain === 'gone'
      ? 'key and tokens are deleted from the keychain'
      : 'no keychain was used; a key in INTRAY_CACHE_KEY is not deleted';
  const rest = foreign === 0 ? '' : ` ${foreign} files that Intray did not make were left.`;
  return `Account ${account} ${baseUrl}: ${secrets}; ${files.length} files and folders are gone.${rest}`;
}

/** Prints what would happen. */
async function printContents(
  { output, isJson }: CommandContext,
  what: RemovalRequest['what'],
  contents: Result<readonly AccountContent[]>,
): Promise<Result<void>> {
  if (!contents.ok) return contents;
  const words = [EFFECTS[what], ...contents.value.map(formatContent)].join('\n');
  await output.write(`${isJson ? JSON.stringify({ contents: contents.value }) : words}\n`);
  return err('invalid-input', { detail: '--yes is needed to delete' });
}

/** Prints what would happen; then, with --yes, does it and prints what is gone. */
function removeFromCli(
  context: CommandContext,
  what: RemovalRequest['what'],
  { yes, discard = [], discardUnreadable }: RemovalInput,
): Promise<Result<void>> {
  const { output, isJson } = context;
  return withApp(context, async ({ accounts, remover }) => {
    const account = what === 'wipe' ? null : chooseAccount(accounts, context.account);
    if (account !== null && !account.ok) return account;
    const id = account?.value.id ?? null;
    if (yes !== true) return printContents(context, what, await remover.listContents(id));
    const acceptsUnreadable = discardUnreadable === true;
    const request: RemovalRequest =
      what === 'wipe' || id === null
        ? { what: 'wipe', acceptsUnreadable }
        : { what, account: id, discards: discard, acceptsUnreadable };
    const done = await remover.remove(request);
    if (!done.ok) return done;
    const words = done.value.map(formatReceipt).join('\n');
    await output.write(`${isJson ? JSON.stringify({ receipts: done.value }) : words}\n`);
    return ok(undefined);
  });
}

const YES: HelpEntry = { form: '--yes', about: 'do it; without it, print what would be lost' };
const UNREADABLE_OPTION: HelpEntry = {
  form: '--discard-unreadable',
  about: 'also where no key opens the files, whose unsent changes cannot be listed',
};
const DISCARD: HelpEntry = {
  form: '--discard <numbers>',
  about: 'the numbers of all unsent changes, as 3,4: they are discarded',
};
const numbers = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'expected numbers of the outbox, as 3,4')
  .transform((text) => text.split(',').map(Number));
const flags = { yes: z.literal(true).optional(), discardUnreadable: z.literal(true).optional() };
const input = z.strictObject({ ...flags, discard: numbers.optional() });

/** The commands that take accounts off this computer. */
export const REMOVAL_COMMANDS: readonly Command[] = [
  defineCommand({
    name: ['account', 'sign-out'],
    about: 'Delete tokens, key and files of an account; its address and user stay for the next sign-in.',
    parameters: [],
    options: [YES, DISCARD, UNREADABLE_OPTION],
    input,
    run: (context, given) => removeFromCli(context, 'sign-out', given),
  }),
  defineCommand({
    name: ['account', 'remove'],
    about: 'Remove an account from this computer: tokens, key, files and its entry in the list.',
    parameters: [],
    options: [YES, DISCARD, UNREADABLE_OPTION],
    input,
    run: (context, given) => removeFromCli(context, 'remove', given),
  }),
  defineCommand({
    name: ['wipe'],
    about: 'Remove all accounts from this computer. Refused while one has unsent changes.',
    parameters: [],
    options: [YES, UNREADABLE_OPTION],
    input: z.strictObject(flags),
    run: (context, given) => removeFromCli(context, 'wipe', given),
  }),
];
