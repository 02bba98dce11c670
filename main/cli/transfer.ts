import path from 'node:path';
import { z } from 'zod';
import { ok, type Result } from '#contract/result.ts';
import type { ImportResult } from '#contract/transfer.ts';
import { formatCountWithNoun } from '#main/base/plain-text.ts';
import { defineCommand, outFileSchema, type CliCommand, type CommandContext } from './command.ts';
import { readPassphrase } from './passphrase.ts';
import { withUnopenedAccount } from './session.ts';

/** Exports the local store of an account to an encrypted file, which is read back and compared. */
function exportOutbox(context: CommandContext, { out }: { readonly out: string }): Promise<Result<void>> {
  const { environment, output, isJson } = context;
  return withUnopenedAccount(context, async ({ transfer }, account) => {
    const passphrase = await readPassphrase(environment, true);
    if (!passphrase.ok) return passphrase;
    const file = path.resolve(out);
    const done = await transfer.export(account, { path: file, passphrase: passphrase.value });
    if (!done.ok) return done;
    const { bytes, changes } = done.value;
    const words = `${file}: ${formatCountWithNoun(bytes, 'byte', 'bytes')}, read back and compared; ${formatCountWithNoun(changes, 'change in it is', 'changes in it are')} not on the service.`;
    await output.write(isJson ? `${JSON.stringify({ file, bytes, changes })}\n` : `${words}\n`);
    return ok(undefined);
  });
}

function formatImport({ changes, uncertain, known, differing, others }: ImportResult): string {
  const lines = [
    `${formatCountWithNoun(changes, 'change', 'changes')} imported, ${known} skipped as known here; ${formatCountWithNoun(others, 'other entry', 'other entries')} imported.`,
    ...(uncertain > 0
      ? [
          `May have reached the service: ${formatCountWithNoun(uncertain, 'change', 'changes')}. "intray sync" looks for each and sends none again; one that it does not find leaves with "intray outbox resolve N --take=mine".`,
        ]
      : []),
    ...(differing > 0
      ? [
          `Skipped, but here with other content: ${formatCountWithNoun(differing, 'change', 'changes')}. Keep the file.`,
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

interface ImportInput {
  readonly file: string;
  readonly sameUser?: true | undefined;
}

/** Imports an export file into an account, all or nothing. */
function importOutbox(context: CommandContext, { file, sameUser }: ImportInput): Promise<Result<void>> {
  const { environment, output, isJson } = context;
  return withUnopenedAccount(context, async ({ transfer }, account) => {
    const passphrase = await readPassphrase(environment, false);
    if (!passphrase.ok) return passphrase;
    const place = { path: path.resolve(file), passphrase: passphrase.value };
    const done = await transfer.import(account, place, sameUser === true);
    if (!done.ok) return done;
    await output.write(isJson ? `${JSON.stringify(done.value)}\n` : formatImport(done.value));
    return ok(undefined);
  });
}

/** The commands that export and import a local store. */
export const TRANSFER_COMMANDS: readonly CliCommand[] = [
  defineCommand({
    name: ['outbox', 'export'],
    asksSecret: true,
    about:
      'Export what exists on this computer only, unsent changes too, to an encrypted file. Asks for a passphrase, or reads it from stdin.',
    parameters: [],
    options: [{ usage: '--out <file>', about: 'the file; an existing one is replaced' }],
    input: z.strictObject({ out: outFileSchema }),
    run: exportOutbox,
  }),
  defineCommand({
    name: ['outbox', 'import'],
    asksSecret: true,
    about:
      'Import an export file of the same user and address. Asks for its passphrase, or reads it from stdin.',
    parameters: [{ usage: '<file>', about: 'the export file' }],
    options: [
      {
        usage: '--same-user',
        about: 'the file is of the user of this account, where one of both is not known',
      },
    ],
    input: z.strictObject({ file: z.string().min(1), sameUser: z.literal(true).optional() }),
    run: importOutbox,
  }),
];
