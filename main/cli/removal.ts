import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Account } from '#contract/accounts.ts';
import {
  mayDiscardChangeWithAccount,
  type AccountRemovalLosses,
  type RemovalReceipt,
  type RemovalRequest,
} from '#contract/removal.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { formatCountWithNoun } from '#main/base/plain-text.ts';
import { listAccountsWithReadableFiles } from '#main/removal/account-content.ts';
import type { ExportFileAndPassphrase } from '#main/transfer/account-transfer.ts';
import { defineCommand, type CliCommand, type CommandContext, type ParameterHelp } from './command.ts';
import { formatOutbox } from './outbox.ts';
import { readPassphrase } from './passphrase.ts';
import { findWantedOrOnlyAccount, withAppHoldingDataFolder, type CliApp } from './session.ts';

interface RemovalInput {
  readonly yes?: true | undefined;
  readonly discard?: readonly number[] | undefined;
  readonly discardUnreadable?: true | undefined;
  readonly export?: string | undefined;
}

const EFFECTS: Readonly<Record<RemovalRequest['what'], string>> = {
  'sign-out':
    'Tokens, key and files of the account would be deleted. Its address and its user stay, for the next sign-in.',
  remove: 'Tokens, key and files of the account and its entry in the list would be deleted.',
  wipe: 'Tokens, keys and files of all accounts, and the list of accounts, would be deleted.',
};
const UNREADABLE =
  'No key opens its files. Unsent changes in them cannot be listed and would be lost (--discard-unreadable).';
const NOTHING_REMOVED = 'There was no account on this computer.';
const LOCKED =
  'It is locked with a PIN. Unsent changes in it cannot be listed and would be lost (--discard-unreadable).';
const OLD_LOCAL_STORES =
  '(moved away, damaged, or of a newer Intray). Unsent changes in them cannot be listed and would be lost (--discard-unreadable).';
const SEND_FIRST = '"intray sync" sends what can be sent.';
const MUST_DECIDE =
  'It may have reached the service, so it is not discarded with the account: sync and decide it alone, or export it.';
const EXPORT_OPTION = ' To export instead, encrypted: --export=FILE';
const WIPE_OPTION = `${EXPORT_OPTION}. "intray account remove" can discard them.`;

/** Returns as text the unsent changes in the files in use of an account, and how to keep them. */
function formatUnsent(
  what: RemovalRequest['what'],
  { account, files, unsent }: AccountRemovalLosses,
): string {
  if (files === 'unreadable') return `Account ${account}: ${UNREADABLE}`;
  if (files === 'locked') return `Account ${account}: ${LOCKED}`;
  if (unsent.length === 0) return `Account ${account}: nothing is unsent.`;
  const undecided = unsent.filter((each) => !mayDiscardChangeWithAccount(each));
  const notes = undecided.map(({ number }) => `Number ${number}: ${MUST_DECIDE}`);
  const free = unsent.filter(mayDiscardChangeWithAccount).map(({ number }) => number);
  const discard = free.length === 0 ? '' : ` To discard: --discard=${free.join(',')}`;
  const options = what === 'wipe' ? WIPE_OPTION : `${discard}${EXPORT_OPTION}`;
  const heading = `Account ${account}: not on the service yet. ${SEND_FIRST}${options}`;
  return [heading, formatOutbox(unsent, false).trimEnd(), ...notes].join('\n');
}

/** Returns as text what removing an account would lose, and how to keep it. */
function formatRemovalLoss(what: RemovalRequest['what'], losses: AccountRemovalLosses): string {
  const { account, oldLocalStores } = losses;
  const ofFilesInUse = formatUnsent(what, losses);
  if (oldLocalStores === 0) return ofFilesInUse;
  const count = formatCountWithNoun(oldLocalStores, 'old local store', 'old local stores');
  return `${ofFilesInUse}\nAccount ${account}: ${count} ${OLD_LOCAL_STORES}`;
}

function formatReceipt({ account, baseUrl, files, foreign, keychain, exportedTo }: RemovalReceipt): string {
  const secrets =
    keychain === 'gone'
      ? 'key and tokens are deleted from the keychain'
      : 'no keychain could be reached: tokens that it may hold are not deleted, nor is a key in INTRAY_CACHE_KEY';
  const rest =
    foreign === 0
      ? ''
      : ` Left, because Intray did not make it: ${formatCountWithNoun(foreign, 'file', 'files')}.`;
  const saved = exportedTo === undefined ? '' : ` The unsent changes are in ${exportedTo} alone.`;
  return `Account ${account} ${baseUrl}: ${secrets}; ${formatCountWithNoun(files.length, 'file or folder is', 'files and folders are')} gone.${rest}${saved}`;
}

function formatReceipts(receipts: readonly RemovalReceipt[]): string {
  return receipts.length === 0 ? NOTHING_REMOVED : receipts.map(formatReceipt).join('\n');
}

/** Prints the effects of the removal and what each account would lose; --yes is needed to do it. */
async function printContents(
  { output, isJson }: CommandContext,
  what: RemovalRequest['what'],
  contents: Result<readonly AccountRemovalLosses[]>,
): Promise<Result<void>> {
  if (!contents.ok) return contents;
  const words = [EFFECTS[what], ...contents.value.map((content) => formatRemovalLoss(what, content))].join(
    '\n',
  );
  await output.write(`${isJson ? JSON.stringify({ contents: contents.value }) : words}\n`);
  return err('invalid-input', { detail: '--yes is needed to delete' });
}

/**
 * Exports the local store of an account that is about to be removed, or of all. Accounts without files need no export.
 * @param account null for all
 */
async function exportFirst(
  { environment, output }: CommandContext,
  { transfer, remover, accounts, openAccessLog }: CliApp,
  account: Account | null,
  out: string,
): Promise<Result<void>> {
  const readable = account === null ? await listAccountsWithReadableFiles(remover, accounts) : ok([account]);
  if (!readable.ok) return readable;
  if (account === null && readable.value.length === 0) return ok(undefined);
  const passphrase = await readPassphrase(environment, true);
  if (!passphrase.ok) return passphrase;
  await openAccessLog();
  const place = { path: path.resolve(out), passphrase: passphrase.value };
  if (account === null) {
    const all = await transfer.exportAll(readable.value, place);
    if (!all.ok) return all;
    // A wipe has a file for each account; they are named also where a removal fails afterwards.
    for (const { file } of all.value) output.note(`intray: exported, read back and compared: ${file}`);
    return ok(undefined);
  }
  return exportOne(transfer, account, place);
}

/** Exports an account that is about to be removed. No file is replaced: it may be the only copy of another account's changes. */
async function exportOne(
  transfer: CliApp['transfer'],
  account: Account,
  place: ExportFileAndPassphrase,
): Promise<Result<void>> {
  if (existsSync(place.path))
    return err('invalid-input', { detail: '--export: there is such a file already' });
  const done = await transfer.export(account, place);
  return done.ok || done.error.code === 'not-found' ? ok(undefined) : done;
}

function toRequest(
  what: RemovalRequest['what'],
  account: string | null,
  { discard = [], discardUnreadable, export: out }: RemovalInput,
): RemovalRequest {
  const consent = {
    acceptsUnreadable: discardUnreadable === true,
    ...(out === undefined ? {} : { acceptsExported: true as const }),
  };
  return what === 'wipe' || account === null
    ? { what: 'wipe', ...consent }
    : { what, account, discards: discard, ...consent };
}

/** Refuses numbers that no unsent change has: a mistyped one may stand for another change that the user meant. */
async function checkNumbers(
  { remover }: Pick<CliApp, 'remover'>,
  account: string | null,
  { discard = [] }: RemovalInput,
): Promise<Result<void>> {
  if (discard.length === 0) return ok(undefined);
  const contents = await remover.listContents(account);
  if (!contents.ok) return contents;
  // What no key or PIN opens has no list; the removal says so itself.
  if (contents.value.some(({ files }) => files === 'unreadable' || files === 'locked')) return ok(undefined);
  const known = new Set(contents.value.flatMap(({ unsent }) => unsent.map(({ number }) => number)));
  const unknown = discard.filter((number) => !known.has(number));
  if (unknown.length === 0) return ok(undefined);
  const none =
    unknown.length === 1 ? 'no unsent change has the number' : 'no unsent changes have the numbers';
  return err('invalid-input', { detail: `--discard: ${none} ${unknown.join(', ')}` });
}

/** Prints what would happen; then, with --yes, does it and prints what is gone. */
function removeFromCli(
  context: CommandContext,
  what: RemovalRequest['what'],
  given: RemovalInput,
): Promise<Result<void>> {
  const { yes, export: out } = given;
  return withAppHoldingDataFolder(context, async (app) => {
    const { accounts, remover } = app;
    const account = what === 'wipe' ? null : findWantedOrOnlyAccount(accounts, context.account);
    if (account !== null && !account.ok) return account;
    const id = account?.value.id ?? null;
    if (yes !== true) return printContents(context, what, await remover.listContents(id));
    const checked = await checkNumbers(app, id, given);
    const isExporting = checked.ok && out !== undefined;
    const ready = isExporting ? await exportFirst(context, app, account?.value ?? null, out) : checked;
    if (!ready.ok) return ready;
    return removeNow(context, app, toRequest(what, id, given));
  });
}

/** Removes, and prints what is gone. */
async function removeNow(
  { output, isJson }: CommandContext,
  { remover }: Pick<CliApp, 'remover'>,
  request: RemovalRequest,
): Promise<Result<void>> {
  const done = await remover.remove(request);
  if (!done.ok) return done;
  const words = formatReceipts(done.value);
  await output.write(`${isJson ? JSON.stringify({ receipts: done.value }) : words}\n`);
  return ok(undefined);
}

const YES: ParameterHelp = { usage: '--yes', about: 'do it; without it, print what would be lost' };
const UNREADABLE_OPTION: ParameterHelp = {
  usage: '--discard-unreadable',
  about:
    'also files whose unsent changes cannot be listed: no key or PIN opens them, or they are old local stores',
};
const DISCARD: ParameterHelp = {
  usage: '--discard <numbers>',
  about: 'the numbers of all unsent changes, as 3,4: they are discarded',
};
const EXPORT: ParameterHelp = {
  usage: '--export <file>',
  about:
    'export the unsent changes and all local data first, encrypted under a passphrase from the prompt or stdin',
};
const EXPORT_ALL: ParameterHelp = {
  usage: '--export <file>',
  about:
    'export each account first, to a file of its own beside this one, with the id of the account in its name; encrypted under one passphrase',
};
const numbers = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'expected numbers of the outbox, as 3,4')
  .transform((text) => text.split(',').map(Number));
const flags = { yes: z.literal(true).optional(), discardUnreadable: z.literal(true).optional() };
const input = z.strictObject({
  ...flags,
  discard: numbers.optional(),
  export: z.string().min(1).optional(),
});

/** The commands that take accounts off this computer. */
export const REMOVAL_COMMANDS: readonly CliCommand[] = [
  defineCommand({
    name: ['account', 'sign-out'],
    asksSecret: true,
    about: 'Delete tokens, key and files of an account; its address and user stay for the next sign-in.',
    parameters: [],
    options: [YES, EXPORT, DISCARD, UNREADABLE_OPTION],
    input,
    run: (context, given) => removeFromCli(context, 'sign-out', given),
  }),
  defineCommand({
    name: ['account', 'remove'],
    asksSecret: true,
    about: 'Remove an account from this computer: tokens, key, files and its entry in the list.',
    parameters: [],
    options: [YES, EXPORT, DISCARD, UNREADABLE_OPTION],
    input,
    run: (context, given) => removeFromCli(context, 'remove', given),
  }),
  defineCommand({
    name: ['wipe'],
    asksSecret: true,
    about:
      'Remove all accounts from this computer. Refused while one has unsent changes that are not exported.',
    parameters: [],
    options: [YES, EXPORT_ALL, UNREADABLE_OPTION],
    input: z.strictObject({ ...flags, export: z.string().min(1).optional() }),
    run: (context, given) => removeFromCli(context, 'wipe', given),
  }),
];
