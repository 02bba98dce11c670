/** What is fuzzed: a parser or a boundary of the program that reads input it does not control. */
export interface FuzzTarget {
  /** Valid or typical inputs, from which others are made. */
  readonly seeds: readonly (string | Uint8Array)[];
  /** Texts with a meaning to this parser, inserted at random places. */
  readonly tokens: readonly string[];
  /** Handles one input. Throws where the program breaks one of its promises. */
  run(input: Uint8Array): void | Promise<void>;
  /** Releases files. */
  close?(): Promise<void>;
}

const NAMES = [
  'payloads',
  'errors',
  'calls',
  'links',
  'searches',
  'paths',
  'files',
  'names',
  'pdfs',
  'pdf-texts',
  'exports',
  'locks',
] as const;

/** The module of each target by name; it is loaded in the thread that runs it. */
export const TARGETS: ReadonlyMap<string, URL> = new Map(
  NAMES.map((name) => [name, new URL(`./targets/${name}.ts`, import.meta.url)]),
);

/** What the module of a target exports. */
export interface TargetModule {
  readonly createTarget: () => FuzzTarget | Promise<FuzzTarget>;
}

/** Throws where a promise of the program does not hold. */
export function assertHolds(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}
