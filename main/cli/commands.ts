import { z } from 'zod';
import { FORM_PUBLICATION_STATES, type FormPublicationState } from '#contract/forms.ts';
import { idSchema } from '#contract/record-schemas.ts';
import { MAX_ID_LENGTH } from '#contract/records.ts';
import { toUtcInstantOfTypedDayOrTime } from '#contract/search/inbox-grammar.ts';
import { ok, SIGN_IN_ERROR_SENTENCES } from '#contract/result.ts';
import { REQUISITION_TYPES } from '#contract/requisitions.ts';
import { addAccount, confirmTokenOwner, importAccount, moveAccountFilesAway } from './accounts.ts';
import { AUDIT_COMMANDS } from './audit.ts';
import {
  defineCommand,
  type CliCommand,
  type ParameterHelp,
  KIND_PARAMETER,
  kindLabelSchema,
} from './command.ts';
import { DAY_COMMAND } from './day.ts';
import { DOCTOR_COMMAND } from './doctor.ts';
import { withOpenedAccount } from './session.ts';
import { DIRECTORY_COMMANDS } from './directory.ts';
import { RETENTION_COMMAND } from './expire.ts';
import { exportForms, exportNotifications, exportRequisitions } from './export.ts';
import { RETURN_TO_PRE_UPGRADE_FILES_COMMAND } from './go-back.ts';
import { MISSING_RECORD_COMMANDS } from './missing.ts';
import { OUTBOX_COMMANDS } from './outbox.ts';
import { PDF_COMMAND } from './pdf.ts';
import { PIN_COMMANDS } from './pin.ts';
import { printAllRawRecords, printRawRecord, printRecordList } from './records.ts';
import { formatAccountStatus } from './report.ts';
import { REKEY_COMMAND } from './rekey.ts';
import { REMOVAL_COMMANDS } from './removal.ts';
import { runSync } from './sync.ts';
import { TRANSFER_COMMANDS } from './transfer.ts';

const count = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'expected a whole number, 1 or more')
  .transform(Number);
const truth = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

/** The service's own filters of a list (service's document, section 4.2). */
const SEARCH_OPTION: ParameterHelp = {
  usage: '--search <text>',
  about: 'part of the name, case-insensitive',
};
const FILTER_OPTIONS: readonly ParameterHelp[] = [
  { usage: '--patient <id>', about: 'requisitions of this patient' },
  // Named --requisition-type because Chromium takes --type for its own processes.
  {
    usage: '--requisition-type <type>',
    formerUsage: '--type <type>',
    about: REQUISITION_TYPES.join(', '),
  },
  SEARCH_OPTION,
  { usage: '--share-with-patient [true|false]', about: 'requisitions that are shared, or that are not' },
];
const filter = {
  patient: z.string().max(MAX_ID_LENGTH).optional(),
  requisitionType: z.enum(REQUISITION_TYPES).optional(),
  search: z.string().max(10_000).optional(),
  shareWithPatient: truth.optional(),
};

/** Renames the filter options of the command line to the names that the engine uses. */
function toFilter<F extends { readonly requisitionType?: unknown }>({ requisitionType, ...given }: F) {
  return { ...given, type: requisitionType as F['requisitionType'] }; // the rest of F has lost the field's type
}

/** The publication states of forms, as words of the command line. */
const STATE_OF: Readonly<Record<string, FormPublicationState>> = Object.fromEntries(
  FORM_PUBLICATION_STATES.map((state) => [state.replaceAll('_', '-'), state]),
);
const STATE_LABELS = Object.keys(STATE_OF);
const state = z
  .enum(STATE_LABELS, `expected one of ${STATE_LABELS.join(', ')}`)
  .transform((word) => STATE_OF[word]);
const STATE_OPTION: ParameterHelp = { usage: '--state <state>', about: `forms: ${STATE_LABELS.join(', ')}` };
const formFilter = { search: filter.search, state: state.optional() };

const INSTANT = 'expected a day, or a time with its zone like 2026-01-31T09:30:00.000Z';
const instant = z
  .string()
  .transform(toUtcInstantOfTypedDayOrTime)
  .pipe(z.iso.datetime({ offset: true, message: INSTANT }));

/** The filters of notifications (section 4.3 of the service's document), and the read state. */
const NOTIFICATION_OPTIONS: readonly ParameterHelp[] = [
  { usage: '--user <id>', about: 'notifications to this user' },
  { usage: '--search-from <time>', about: 'created after this time' },
  { usage: '--search-until <time>', about: 'created before this time' },
  { usage: '--search-on <day>', about: 'created on this UTC day; not with the two above' },
  { usage: '--unread [true|false]', about: 'notifications that are unread, or that are read' },
];
const notificationFilter = {
  user: z.string().max(MAX_ID_LENGTH).optional(),
  searchFrom: instant.optional(),
  searchUntil: instant.optional(),
  searchOn: z.iso.date('expected a day like 2026-01-31').optional(),
  unread: truth.optional(),
};

const FORMAT_OPTION: ParameterHelp = { usage: '--format <format>', about: 'csv or json' };
const OUT_OPTION: ParameterHelp = { usage: '--out <file>', about: 'write to this file instead of stdout' };
const REQUISITION_FORMAT_OPTION: ParameterHelp = {
  usage: '--format <format>',
  about: 'csv, json, or fhir: a FHIR R4 bundle of what is on the service',
};
const out = z.string().min(1).optional();
const exporting = {
  format: z.enum(['csv', 'json'], 'expected --format=csv or --format=json'),
  out,
};
const exportingRequisitions = {
  format: z.enum(['csv', 'json', 'fhir'], 'expected --format=csv, --format=json or --format=fhir'),
  out,
};

/** Separates the options --format and --out of an export from its filters. */
function toExportInput<Format, F>({
  format,
  out,
  ...given
}: { format: Format; out?: string | undefined } & F) {
  return { format, out, filter: given };
}

/** The descriptions of groups of commands. */
export const COMMAND_GROUP_DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  ['account', 'Sign in to accounts and out of them; move away the files of an account whose key is lost.'],
  ['audit', 'The access log: check it, export it.'],
  ['export', 'Export records as a table or as JSON.'],
  ['directory', 'Local names for ids: import, export, list.'],
  ['missing', 'Records that the service no longer returns: list, read, confirm.'],
  ['pin', 'Accounts with a PIN: keys of the administrator and of unattended jobs.'],
  [
    'outbox',
    'Changes that are not on the service yet: list, dismiss-loss, retry, discard, decide, export, import.',
  ],
]);

/** Every command of the headless program. */
export const CLI_COMMANDS: readonly CliCommand[] = [
  defineCommand({
    name: ['account', 'add'],
    about: 'Sign in to an account with the tokens in INTRAY_ACCESS_TOKEN and INTRAY_JWT.',
    parameters: [],
    options: [
      { usage: '--base-url <url>', about: 'https address of the service' },
      { usage: '--user <id>', about: 'the user of the tokens, user_…; default: the user that the JWT names' },
    ],
    input: z.strictObject({
      baseUrl: z.string('expected --base-url=URL'),
      user: idSchema('user').optional(),
    }),
    errorSentences: SIGN_IN_ERROR_SENTENCES,
    run: addAccount,
  }),
  defineCommand({
    name: ['account', 'confirm'],
    about:
      'Confirm whose tokens are in INTRAY_ACCESS_TOKEN and INTRAY_JWT, where the JWT does not name the user.',
    parameters: [],
    options: [
      { usage: '--user <id>', about: 'the user of the tokens, user_…' },
      { usage: '--yes', about: 'they belong to the account’s user, where that user is not known' },
    ],
    input: z.strictObject({ user: idSchema('user').optional(), yes: z.literal(true).optional() }),
    run: confirmTokenOwner,
  }),
  defineCommand({
    name: ['account', 'import'],
    about:
      'Import the tokens that the administrator of this computer has brought; the window does so by itself.',
    parameters: [],
    options: [],
    input: z.strictObject({}),
    errorSentences: {
      ...SIGN_IN_ERROR_SENTENCES,
      'file-unreadable': 'The file with the tokens cannot be used.',
    },
    run: importAccount,
  }),
  defineCommand({
    name: ['account', 'set-aside'],
    about:
      'Where no key opens the files of an account: move them to another folder and start with empty ones.',
    parameters: [],
    options: [{ usage: '--yes', about: 'do it; without it the command prints what would happen' }],
    input: z.strictObject({ yes: z.literal(true).optional() }),
    run: moveAccountFilesAway,
  }),
  RETURN_TO_PRE_UPGRADE_FILES_COMMAND,
  REKEY_COMMAND,
  ...REMOVAL_COMMANDS,
  defineCommand({
    name: ['sync'],
    about: 'Send pending changes, then fetch everything, or one kind, from the service.',
    parameters: [],
    options: [
      { usage: '--kind <kind>', about: KIND_PARAMETER.about },
      { usage: '--full', about: 'fetch every page, even where the order of a list allows stopping earlier' },
    ],
    input: z.strictObject({ kind: kindLabelSchema.optional(), full: z.literal(true).optional() }),
    run: runSync,
  }),
  defineCommand({
    name: ['status'],
    about:
      'Print the state of the account: what is cached, how fresh it is, what is pending, the last error.',
    parameters: [],
    options: [],
    input: z.strictObject({}),
    run: (context) =>
      withOpenedAccount(context, async (app) => {
        await context.output.write(formatAccountStatus(app, app.health, context.isJson));
        return ok(undefined);
      }),
  }),
  defineCommand({
    name: ['list'],
    about: 'List cached resources, newest first.',
    parameters: [KIND_PARAMETER],
    options: [
      ...FILTER_OPTIONS,
      STATE_OPTION,
      ...NOTIFICATION_OPTIONS,
      { usage: '--limit <number>', about: 'maximum number of resources; default: 50' },
      { usage: '--after <cursor>', about: 'continue where an earlier list ended' },
    ],
    input: z
      .strictObject({
        kind: kindLabelSchema,
        ...filter,
        ...formFilter,
        ...notificationFilter,
        limit: count.default(50),
        after: z.string().max(300).optional(),
      })
      .transform(toFilter),
    run: printRecordList,
  }),
  defineCommand({
    name: ['get'],
    about: 'Print one resource as it was received.',
    parameters: [KIND_PARAMETER, { usage: '<id>', about: 'its identifier' }],
    options: [],
    input: z.strictObject({ kind: kindLabelSchema, id: z.string().min(1).max(MAX_ID_LENGTH) }),
    run: printRawRecord,
  }),
  defineCommand({
    name: ['dump'],
    about: 'Print every cached resource of a kind as it was received, one per line.',
    parameters: [KIND_PARAMETER],
    options: [],
    input: z.strictObject({ kind: kindLabelSchema }),
    run: printAllRawRecords,
  }),
  defineCommand({
    name: ['export', 'requisitions'],
    about: 'Export cached requisitions: with their pending changes as a table or JSON, or as FHIR.',
    parameters: [],
    options: [REQUISITION_FORMAT_OPTION, ...FILTER_OPTIONS, OUT_OPTION],
    input: z
      .strictObject({ ...exportingRequisitions, ...filter })
      .transform(toFilter)
      .transform(toExportInput),
    run: exportRequisitions,
  }),
  defineCommand({
    name: ['export', 'forms'],
    about: 'Export cached forms with their pending changes as a table or as a JSON array.',
    parameters: [],
    options: [FORMAT_OPTION, SEARCH_OPTION, STATE_OPTION, OUT_OPTION],
    input: z.strictObject({ ...exporting, ...formFilter }).transform(toExportInput),
    run: exportForms,
  }),
  defineCommand({
    name: ['export', 'notifications'],
    about: 'Export cached notifications with their pending changes as a table or as a JSON array.',
    parameters: [],
    options: [FORMAT_OPTION, ...NOTIFICATION_OPTIONS, OUT_OPTION],
    input: z.strictObject({ ...exporting, ...notificationFilter }).transform(toExportInput),
    run: exportNotifications,
  }),
  PDF_COMMAND,
  RETENTION_COMMAND,
  DOCTOR_COMMAND,
  DAY_COMMAND,
  ...DIRECTORY_COMMANDS,
  ...OUTBOX_COMMANDS,
  ...TRANSFER_COMMANDS,
  ...PIN_COMMANDS,
  ...MISSING_RECORD_COMMANDS,
  ...AUDIT_COMMANDS,
];
