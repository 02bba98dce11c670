import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../built-engine.ts';
import { getLoad } from '../report.ts';
import type { CacheSizes } from '../worklist-data.ts';
import { settleFirstStart } from './actions.ts';
import { hasLocalStoreCopy, copyLocalStore, openFilledFolder, type FilledFolder } from './filled-folder.ts';
import { startMeasuredProgram } from './program.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** The built program. */
export const MAIN_BUNDLE = path.join(ROOT, 'dist/main/index.cjs');

/** What several runs have measured, and the load of the computer before, between and after them. */
export interface FilledFolderRuns<T> {
  readonly sizes: CacheSizes;
  readonly runs: readonly T[];
  readonly loads: readonly number[];
  /** Whether the result is to be written into the document. */
  readonly writes: boolean;
}

/** How a run is measured. */
export interface RunChoices {
  /** Full path of the folder for CPU profiles of the page; null where none are wanted. */
  readonly profileFolder: string | null;
}

const option = (value: string) => ({ type: 'string', default: value }) as const;
const OPTIONS = {
  requisitions: option('100000'),
  notifications: option('100000'),
  forms: option('5000'),
  runs: option('5'),
  folder: { type: 'string' },
  write: { type: 'boolean', default: false },
  profile: { type: 'string' },
} as const;

function readSizes(values: Readonly<Record<keyof CacheSizes | 'runs', string>>): CacheSizes {
  const { requisitions, notifications, forms, runs } = values;
  const sizes = {
    requisitions: Number(requisitions),
    notifications: Number(notifications),
    forms: Number(forms),
  };
  const isCount = (count: number): boolean => Number.isInteger(count) && count >= 1;
  if (!Object.values(sizes).every(isCount) || !isCount(Number(runs)))
    throw new Error('--requisitions, --notifications, --forms and --runs are whole numbers from 1');
  return sizes;
}

/** Starts the program once over a cache that it has never seen: it notes what was reviewed, and reads all names. */
async function startForTheFirstTime(folder: FilledFolder): Promise<void> {
  console.log('The program starts for the first time …');
  const program = await startMeasuredProgram(MAIN_BUNDLE, folder);
  try {
    await settleFirstStart(program);
  } finally {
    await program.close();
  }
  copyLocalStore(folder);
}

/**
 * Measures several times over a folder that was filled once. Options: --requisitions N (100,000) --notifications N
 * (100,000) --forms N (5,000) --runs N (5); --folder DIR is where the filled folder is kept; --write; --profile DIR
 * is where CPU profiles of the page are written, and excludes --write, because a profiled page is slower.
 */
export async function measureOverFilledFolder<T>(
  args: readonly string[],
  measureOnce: (folder: FilledFolder, choices: RunChoices) => Promise<T>,
): Promise<FilledFolderRuns<T>> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const sizes = readSizes(values);
  if (values.profile !== undefined && values.write)
    throw new Error('--profile and --write exclude each other');
  const profileFolder = values.profile === undefined ? null : path.resolve(values.profile);
  ensureBuilt();
  const kept = values.folder ?? path.join(ROOT, '.cache/bench', `filled-${sizes.requisitions}`);
  const folder = await openFilledFolder(kept, sizes);
  if (!hasLocalStoreCopy(folder)) await startForTheFirstTime(folder);
  const runs: T[] = [];
  const loads = [getLoad()];
  try {
    for (let run = 1; run <= Number(values.runs); run += 1) {
      runs.push(await measureOnce(folder, { profileFolder }));
      loads.push(getLoad());
      console.log(`run ${run}: load ${loads.at(-1)?.toFixed(1)}`);
    }
  } finally {
    await folder.clinic.close();
  }
  return { sizes, runs, loads, writes: values.write };
}
