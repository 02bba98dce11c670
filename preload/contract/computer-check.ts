import { z } from 'zod';

/** What is checked on a computer, in the order of the report, with the label of each line. */
export const COMPUTER_CHECKS = {
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
export type ComputerCheckId = keyof typeof COMPUTER_CHECKS;

/** `attention`: worth knowing, Intray works; `wrong`: something does not work; `skipped`: could not be looked at. */
export const CHECK_STATES = ['fine', 'attention', 'wrong', 'skipped'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** One line of the report. It contains nothing about patients and no secret. */
export const checkLineSchema = z.strictObject({
  id: z.enum(Object.keys(COMPUTER_CHECKS) as [ComputerCheckId, ...ComputerCheckId[]]), // the table has entries
  state: z.enum(CHECK_STATES),
  /** What was found. */
  found: z.string().max(1500),
  /** What can be done; null where nothing needs to be. */
  advice: z.string().max(1500).nullable(),
});
export type CheckLine = Readonly<z.infer<typeof checkLineSchema>>;

export const computerCheckSchema = z.strictObject({ lines: z.array(checkLineSchema).readonly() });

/** Returns a line as text, for a terminal and for the clipboard. */
export function formatCheckLine({ id, state, found, advice }: CheckLine): string {
  const line = `${`[${state}]`.padEnd(11)} ${COMPUTER_CHECKS[id]}: ${found}`;
  return advice === null ? line : `${line} ${advice}`;
}
