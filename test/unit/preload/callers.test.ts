import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROCEDURE_NAMES } from '#contract/procedure-names.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The text of every source file of a folder. */
function readSources(folder: string): readonly string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(ROOT, folder, name), 'utf8'));
}

/** The page calls `calls['name']`; the command and the main process pass the name to the engine. A handler or a type of that name is no caller. */
const callers = [...readSources('renderer'), ...readSources('main/cli'), ...readSources('main/shell')].map(
  (source) => source.replaceAll(/^\s*'[\w.]+':.*$|\b(Input|Output|Parsed)<'[\w.]+'>/gm, ''),
);

it.each(PROCEDURE_NAMES)('%s is called by the page, the command or the main process', (name) => {
  expect(callers.some((source) => source.includes(`'${name}'`))).toBe(true);
});
