import { z } from 'zod';
import { pdfStorageCapMegabytesSchema, retentionDaysSchema } from './retention.ts';
import { settingsSchema } from './settings.ts';

/** An address as an administrator writes it; the main process checks the rest of it. */
const address = z.string().max(2048);
const httpsAddress = address.regex(/^https:\/\//, 'expected an https address');

/** An X25519 public key: the base64 text of its SPKI form, 44 bytes, of which the first twelve are always the same. */
const publicKey = z.string().regex(/^MCowBQYDK2VuAyEA[A-Za-z0-9+/]{43}=$/, 'expected an X25519 public key');

/** The name of an unattended job. */
export const unattendedJobNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'expected a name of letters, digits and hyphens');

/**
 * One entry of the policy.
 * @param schema what the file may say
 * @param unset the value where the file does not say it, or where there is no file
 * @param strict the value while a policy exists that cannot be used, and no earlier one is known
 */
function defineEntry<S extends z.ZodType, V>(schema: S, { unset, strict }: { unset: V; strict: V }) {
  return { schema, unset, strict } as const;
}

const UPDATES_OFF = { mode: 'off', channel: 'stable', feedUrl: null } as const;

/** Every entry of the policy: what it means, and its values without a file and with an unusable one. */
export const policyEntryDefinitions = {
  baseUrl: defineEntry(
    address.describe(
      'The only base address with which users may sign in. Accounts of other addresses stay on the disk and are not opened.',
    ),
    { unset: null, strict: null },
  ),
  savePdfs: defineEntry(
    z
      .boolean()
      .describe(
        'Whether PDFs may be saved outside of Intray: the button, the command "pdf", and downtime packs. Default: true.',
      ),
    { unset: true, strict: false },
  ),
  printPdfs: defineEntry(
    z
      .boolean()
      .describe(
        'Whether PDFs may be printed. Default: true. Where saving or printing is off, PDFs are not handed to other programs either.',
      ),
    { unset: true, strict: false },
  ),
  notifications: defineEntry(
    settingsSchema.shape.notifications.describe(
      'The most that a notification of the system may say: nothing, the number and kind of new notifications, or their text. Users may choose less. Default: full.',
    ),
    { unset: 'full', strict: 'full' },
  ),
  updates: defineEntry(
    z
      .strictObject({
        mode: z
          .enum(['off', 'report', 'install'])
          .describe(
            'off: Intray never asks for updates; report: it says that there is one; install: it installs it.',
          ),
        channel: z.enum(['stable', 'beta']).default('stable').describe('Which releases. Default: stable.'),
        feedUrl: httpsAddress
          .nullable()
          .default(null)
          .describe('Where updates come from. Default: null, the address that is built in.'),
      })
      .describe('Updates of Intray. Default: install, from the channel that the user chooses.'),
    { unset: null, strict: UPDATES_OFF },
  ),
  demoClinic: defineEntry(
    z.boolean().describe('Whether the built-in demo clinic is offered. Default: true.'),
    { unset: true, strict: true },
  ),
  importTokens: defineEntry(
    z
      .boolean()
      .describe(
        'Whether an administrator may bring a user’s tokens in a file that Intray imports and deletes. Needs baseUrl. Default: false.',
      ),
    { unset: false, strict: false },
  ),
  lockAfterMinutes: defineEntry(
    settingsSchema.shape.lockAfterMinutes.describe(
      'The longest time without input, in minutes from 1 to 15, after which the window locks. Users may choose less. Default: 15, of which users choose; 10 unless they do.',
    ),
    { unset: 15, strict: 1 },
  ),
  requirePin: defineEntry(
    z
      .boolean()
      .describe(
        'Whether every account needs a PIN: a window shows nothing of one without it before its user has set one. Default: false.',
      ),
    { unset: false, strict: true },
  ),
  retention: defineEntry(
    z
      .strictObject({
        days: retentionDaysSchema
          .nullable()
          .default(null)
          .describe(
            'The longest time without use, in days from 1 to 365, after which copies are removed. Users may choose less. Default: null, the choice of the user; 30 unless they choose.',
          ),
        pdfMegabytes: pdfStorageCapMegabytesSchema
          .nullable()
          .default(null)
          .describe(
            'The largest size of the stored PDFs of an account, in megabytes from 50 to 20000. Users may choose less. Default: null, the choice of the user.',
          ),
      })
      .describe(
        'How long and how many copies of the service’s data stay on this computer. Records of lists, unsent changes and drafts are not affected.',
      ),
    { unset: null, strict: null },
  ),
  recoveryKey: defineEntry(
    publicKey.describe(
      'The public key (X25519, the base64 text of its SPKI form) whose private key opens accounts with a forgotten PIN: see "intray pin recover". Default: none.',
    ),
    { unset: null, strict: null },
  ),
  jobs: defineEntry(
    z
      .array(unattendedJobNameSchema)
      .max(20)
      .readonly()
      .describe(
        'Names of unattended jobs that may open an account with a PIN, each with a key file of its own: see "intray pin add-job". Default: none.',
      ),
    { unset: [] as readonly string[], strict: [] as readonly string[] },
  ),
} as const;

type PolicyEntries = typeof policyEntryDefinitions;
export type PolicyKey = keyof PolicyEntries;

/** What applies on this computer: every entry has a value. */
export type Policy = {
  readonly [K in PolicyKey]:
    | z.output<PolicyEntries[K]['schema']>
    | (null extends PolicyEntries[K]['unset'] ? null : never);
};

/** The content of a policy file: every entry is optional. */
export type PolicyFileContent = { readonly [K in PolicyKey]?: z.output<PolicyEntries[K]['schema']> };

const entryList = Object.entries(policyEntryDefinitions);

/** The policy file: every entry is optional, unknown ones are refused. */
export const policyFileContentSchema = z.strictObject({
  $schema: z.string().max(2048).describe('For editors; Intray ignores it.').optional(),
  ...Object.fromEntries(entryList.map(([key, { schema }]) => [key, schema.optional()])),
});

/** Returns the policy with one of the two fixed values for every entry. */
function getFixedPolicy(which: 'unset' | 'strict'): Policy {
  const values = entryList.map(([key, entry]) => [key, entry[which]] as const);
  return Object.fromEntries(values) as unknown as Policy; // The table has every entry.
}

/** The policy values that apply where there is no policy file. */
export const POLICY_WITHOUT_FILE: Policy = getFixedPolicy('unset');

/** The policy values that apply where the file cannot be used and no earlier policy is known. */
export const POLICY_FOR_UNUSABLE_FILE: Policy = getFixedPolicy('strict');

/** Why a policy file cannot be used. */
export const policyProblemSchema = z.strictObject({
  /** Line of the file, from 1; null where the problem is the file itself. */
  line: z.number().int().positive().nullable(),
  /** One sentence for the administrator; names entries and never shows their values. */
  reason: z.string().max(1000),
});
export type PolicyProblem = Readonly<z.infer<typeof policyProblemSchema>>;

/** The policy of this computer: what applies, where it comes from, and what is wrong with the file. */
export const policyStatusSchema = z.strictObject({
  policy: z.custom<Policy>((value) => typeof value === 'object' && value !== null),
  /**
   * `none`: there is no policy file; `file`: the file applies; `last-good`: the file cannot be used and the
   * last one that could still applies; `strict`: there is none, so the strictest values apply.
   */
  source: z.enum(['none', 'file', 'last-good', 'strict']),
  /** Full path of the policy file, whether or not it exists. */
  file: z.string(),
  /** What is wrong with the policy file; empty where it is fine or absent. */
  problems: z.array(policyProblemSchema).max(20).readonly(),
});
export type PolicyStatus = Readonly<z.infer<typeof policyStatusSchema>>;
