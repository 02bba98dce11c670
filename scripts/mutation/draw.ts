/** Draws mutants from the sources of some folders. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSeededRandom } from '../../main/base/random.ts';
import { findMutants, type PlacedMutant } from './operators.ts';

const SHOWN = 100;

function listSources(root: string, place: string): readonly string[] {
  if (statSync(join(root, place)).isFile()) return [place];
  return globSync(`${place.replace(/\/+$/, '')}/**/*.{ts,tsx}`, { cwd: root }).toSorted();
}

/** Returns every mutant of a folder or file, in the order of files and positions. */
export function listMutants(root: string, place: string): readonly PlacedMutant[] {
  return listSources(root, place).flatMap((file) =>
    findMutants(file, readFileSync(join(root, file), 'utf8')).map((mutant) => ({ ...mutant, file })),
  );
}

/** Returns all of them in a random order that the seed decides. */
export function shuffle<T>(all: readonly T[], seed: number): readonly T[] {
  const random = createSeededRandom(seed);
  return all
    .map((each) => ({ each, at: random.fraction() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

/**
 * Returns the place and the change of a mutant in one line.
 * @param text the source without the mistake
 */
export function describe(text: string, { file, operator, start, end, replacement }: PlacedMutant): string {
  const line = text.slice(0, start).split('\n').length;
  const shorten = (part: string): string => part.replaceAll(/\s+/g, ' ').slice(0, SHOWN);
  return `${file}:${line} ${operator}: ${shorten(text.slice(start, end))} -> ${shorten(replacement)}`;
}
