import { z } from 'zod';
import {
  ACCESS_KINDS,
  type AccessLogCheckResult,
  type AccessFilter,
  type AccessLogKeySource,
  type AccessLogIntegrityFinding,
} from '#contract/access-log.ts';
import { toUtcInstantOfTypedDayOrTime } from '#contract/search/inbox-grammar.ts';
import { MAX_ID_LENGTH } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { formatCountWithNoun } from '#main/base/plain-text.ts';
import { mapAccountIdsToAddresses } from '#main/vault/accounts.ts';
import { defineCommand, type CliCommand, type CommandContext } from './command.ts';
import { printOrWriteExport, type ExportInput } from './export.ts';
import { withAppHoldingDataFolder, type CliApp } from './session.ts';

/** Texts of the findings of the log's check that concern one entry, by kind. */
const SINGULAR_PROBLEMS: Readonly<Record<AccessLogIntegrityFinding['kind'], string>> = {
  changed: 'was changed',
  missing: 'is missing',
  'cut-off': 'is missing at the end',
};
/** Texts of the findings of the log's check that concern several entries, by kind. */
const PLURAL_PROBLEMS: Readonly<Record<AccessLogIntegrityFinding['kind'], string>> = {
  changed: 'were changed',
  missing: 'are missing',
  'cut-off': 'are missing at the end',
};
const PLACE_SENTENCES: Readonly<Record<AccessLogKeySource, string>> = {
  keychain: 'Its key is in the keychain.',
  variables: 'Its key comes from INTRAY_CACHE_KEY: no head is saved, so a missing end is not found.',
  run: 'It ends with this run.',
};

/** Opens the access log, which needs no account, while `work` runs. */
function withAccessLog(
  context: CommandContext,
  work: (app: CliApp) => Promise<Result<void>>,
): Promise<Result<void>> {
  return withAppHoldingDataFolder(context, async (app) => {
    const opened = await app.openAccessLog();
    return opened.ok ? work(app) : opened;
  });
}

function describeProblem({ kind, from, to }: AccessLogIntegrityFinding): string {
  return from === to
    ? `Entry ${from} ${SINGULAR_PROBLEMS[kind]}.`
    : `Entries ${from} to ${to} ${PLURAL_PROBLEMS[kind]}.`;
}

function describeCheck({ entries, place, savedHead, problems }: AccessLogCheckResult): string {
  const head =
    savedHead === null ? '' : ` Entry ${savedHead} is the last one that is saved outside the file.`;
  const found =
    problems.length === 0 ? ['No entry was changed or is missing.'] : problems.map(describeProblem);
  return [
    `${formatCountWithNoun(entries, 'entry', 'entries')}. ${PLACE_SENTENCES[place]}${head}`,
    ...found,
    '',
  ].join('\n');
}

/** Looks for entries of the access log that were changed or are missing, and names them. */
function verifyAccessLog(context: CommandContext): Promise<Result<void>> {
  const { output, isJson } = context;
  return withAccessLog(context, async (app) => {
    const checked = await app.call('accessLog.verify', {});
    if (!checked.ok) return checked;
    const { problems } = checked.value;
    await output.write(isJson ? `${JSON.stringify(checked.value)}\n` : describeCheck(checked.value));
    return problems.length === 0
      ? ok(undefined)
      : err('log-altered', { detail: `findings: ${problems.length}` });
  });
}

/** Prints the access log, oldest entry first, or writes it to a file and prints the number of entries. */
function exportAccessLog(
  context: CommandContext,
  { format, out, filter }: ExportInput<AccessFilter>,
): Promise<Result<void>> {
  return withAccessLog(context, (app) =>
    printOrWriteExport<number>(context, out, 'entries', (place) =>
      app.call('accessLog.export', {
        format,
        filter,
        addresses: mapAccountIdsToAddresses(app.accounts.list()),
        ...place,
      }),
    ),
  );
}

const INSTANT = 'expected a day, or a time with its zone like 2026-01-31T09:30:00.000Z';
const instant = z
  .string()
  .transform(toUtcInstantOfTypedDayOrTime)
  .pipe(z.iso.datetime({ offset: true, message: INSTANT }))
  .transform((text) => toEpochMs(Date.parse(text)));
const id = z.string().min(1).max(MAX_ID_LENGTH).optional();

/** The commands for the access log. */
export const AUDIT_COMMANDS: readonly CliCommand[] = [
  defineCommand({
    name: ['audit', 'verify'],
    about:
      'Look for entries of the access log that were changed or are missing; ends with 1 where there are any.',
    parameters: [],
    options: [],
    input: z.strictObject({}),
    run: verifyAccessLog,
  }),
  defineCommand({
    name: ['audit', 'export'],
    about: 'Export the access log, or a part of it, as a table or as a JSON array.',
    parameters: [],
    options: [
      { usage: '--format <format>', about: 'csv or json' },
      { usage: '--from <time>', about: 'entries from this time on' },
      { usage: '--until <time>', about: 'entries before this time' },
      { usage: '--user <id>', about: 'entries of this user; the last characters of the id are enough' },
      { usage: '--what <what>', about: ACCESS_KINDS.join(', ') },
      { usage: '--patient <id>', about: 'entries of this patient, or of this record' },
      { usage: '--out <file>', about: 'write to this file instead of stdout' },
    ],
    input: z
      .strictObject({
        format: z.enum(['csv', 'json'], 'expected --format=csv or --format=json'),
        out: z.string().min(1).optional(),
        from: instant.optional(),
        until: instant.optional(),
        user: id,
        what: z.enum(ACCESS_KINDS, `expected one of ${ACCESS_KINDS.join(', ')}`).optional(),
        patient: id,
      })
      .transform(({ format, out, ...filter }) => ({ format, out, filter })),
    run: exportAccessLog,
  }),
];
