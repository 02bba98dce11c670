import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildWhereStale } from '../../../scripts/build-where-stale.ts';
import { getLoad } from '../report.ts';
import type { CacheSizes } from '../worklist-data.ts';
import { openFilledFolder, type FilledFolder } from './filled-folder.ts';

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

const option = (value: string) => ({ type: 'string', default: value }) as const;
const OPTIONS = {
  requisitions: option('100000'),
  notifications: option('100000'),
  forms: option('5000'),
  runs: option('5'),
  folder: { type: 'string' },
  write: { type: 'boolean', default: false },
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

/**
 * Measures several times over a folder that was filled once. Options: --requisitions N (100,000) --notifications N
 * (100,000) --forms N (5,000) --runs N (5); --folder DIR is where the filled folder is kept; --write.
 */
export async function measureOverFilledFolder<T>(
  args: readonly string[],
  measureOnce: (folder: FilledFolder) => Promise<T>,
): Promise<FilledFolderRuns<T>> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const sizes = readSizes(values);
  if (!buildWhereStale()) throw new Error('Intray could not be built');
  const kept = values.folder ?? path.join(ROOT, '.cache/bench', `filled-${sizes.requisitions}`);
  const folder = await openFilledFolder(kept, sizes);
  const runs: T[] = [];
  const loads = [getLoad()];
  try {
    for (let run = 1; run <= Number(values.runs); run += 1) {
      runs.push(await measureOnce(folder));
      loads.push(getLoad());
      console.log(`run ${run}: load ${loads.at(-1)?.toFixed(1)}`);
    }
  } finally {
    await folder.clinic.close();
  }
  return { sizes, runs, loads, writes: values.write };
}
