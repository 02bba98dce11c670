import { z } from 'zod';

/** What is checked on a computer, in the order of the report, with the label of each line. */
export const COMPUTER_CHECK_LABELS = {
  versions: 'Versions',
  policy: 'Policy',
  folder: 'Data folder',
  keychain: 'Keychain',
  database: 'Encrypted database',
  proxy: 'Proxy',
  service: 'Service',
  clock: 'Clock',
  sandbox: 'Sandbox',
  printing: 'Printing',
  'pdf-program': 'PDF program',
} as const;
export type ComputerCheckId = keyof typeof COMPUTER_CHECK_LABELS;

/** `attention`: worth knowing, Intray works; `wrong`: something does not work; `skipped`: could not be looked at. */
export const CHECK_STATES = ['fine', 'attention', 'wrong', 'skipped'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** One line of the report. It contains nothing about patients and no secret. */
export const checkLineSchema = z.strictObject({
  id: z.enum(Object.keys(COMPUTER_CHECK_LABELS) as [ComputerCheckId, ...ComputerCheckId[]]), // The table is not empty.
  state: z.enum(CHECK_STATES),
  /** What the check found, as a sentence. */
  found: z.string().max(1500),
  /** What the user can do about it; null where nothing needs to be done. */
  advice: z.string().max(1500).nullable(),
});
export type CheckLine = Readonly<z.infer<typeof checkLineSchema>>;

export const computerCheckReportSchema = z.strictObject({ lines: z.array(checkLineSchema).readonly() });

/** How the report names what was checked and the state in which it was found. */
export interface CheckLineWords {
  readonly label: string;
  readonly state: string;
}

/**
 * Returns a line as text, for a terminal and for the clipboard.
 * @param words those of the language of the line; the default is English
 */
export function formatCheckLine(
  { id, state, found, advice }: CheckLine,
  words: CheckLineWords = { label: COMPUTER_CHECK_LABELS[id], state },
): string {
  const line = `${`[${words.state}]`.padEnd(11)} ${words.label}: ${found}`;
  return advice === null ? line : `${line} ${advice}`;
}
