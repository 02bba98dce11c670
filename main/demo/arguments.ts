import { parseArgs } from 'node:util';
import { findDialect, NAMED_DIALECTS, PLAIN_DIALECT } from './dialect/dialect.ts';
import type { DemoServerOptions } from './server.ts';

const COUNTS = {
  port: 65_535,
  seed: 0xffff_ffff,
  requisitions: 5_000_000,
  forms: 1_000_000,
  notifications: 5_000_000,
};
const MAX: Readonly<Record<string, number>> = { ...COUNTS, patients: 1_000_000 };

/** The parsed command line, or a sentence about what is wrong with it. */
export type ParsedArguments =
  | { readonly ok: true; readonly options: DemoServerOptions }
  | { readonly ok: false; readonly problem: string };

export const USAGE =
  'Usage: npm run demo -- [--port=P] [--seed=S] [--requisitions=N] [--forms=N] [--notifications=N] [--patients=N] [--dialect=NAME|SEED] [--life]';

const NO_DIALECT = `--dialect must be one of ${NAMED_DIALECTS.join(', ')} or a whole number from 0 to ${COUNTS.seed}.`;

function countProblem(name: string, text: string): string | null {
  const most = MAX[name] ?? 0;
  const least = name === 'patients' ? 1 : 0;
  const value = Number(text);
  const isCount = /^\d+$/.test(text) && value >= least && value <= most;
  return isCount ? null : `--${name} must be a whole number from ${least} to ${most}.`;
}

/** Parses the arguments after the script's name. */
export function parseArguments(args: readonly string[]): ParsedArguments {
  try {
    const { life = false, dialect = PLAIN_DIALECT.name, ...counts } = parse(args);
    if (findDialect(dialect) === null) return { ok: false, problem: NO_DIALECT };
    const problem = Object.entries(counts)
      .map(([name, text]) => countProblem(name, text))
      .find((found) => found !== null);
    if (problem !== undefined) return { ok: false, problem };
    const numbers = Object.fromEntries(Object.entries(counts).map(([name, text]) => [name, Number(text)]));
    return { ok: true, options: { ...numbers, life, dialect } };
  } catch (thrown) {
    return { ok: false, problem: getFirstSentence(thrown) };
  }
}

/** Returns the first sentence of Node's error message, which has several sentences or lines. */
function getFirstSentence(thrown: unknown): string {
  const [sentence = ''] = (thrown instanceof Error ? thrown.message : '').split(/\.\s|\n/);
  return `${sentence}.`;
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  return parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: {
      port: text,
      seed: text,
      requisitions: text,
      forms: text,
      notifications: text,
      patients: text,
      dialect: text,
      life: { type: 'boolean' },
    },
  }).values;
}
