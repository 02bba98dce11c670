import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, statSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SubjectResult } from './columns.ts';
import { INDEXED_DB_FOLDER } from './browser.ts';
import { PHASES, type RunnerResult } from './phases.ts';
import { SUBJECTS, type Subject, type SubjectName } from './subjects.ts';

const RUNNER = path.join(import.meta.dirname, 'runner.ts');

const LONGEST_ERROR = 1_000;

/** Returns the bytes of all files at or below a folder. */
function sumFileBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/**
 * Runs a process of a subject.
 * @throws Error with the beginning of what it wrote, where it fails
 */
async function runProcess(options: Readonly<Record<string, string>>): Promise<RunnerResult> {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [RUNNER, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(stripVTControlCharacters(errors).trim().slice(0, LONGEST_ERROR));
  return JSON.parse(said.trim().split('\n').at(-1) ?? '') as RunnerResult; // the runner writes it
}

/**
 * Measures a subject once, in a new folder and in a process for each part: ingest, reads, update, and whether the update is read
 * afterwards. One that keeps no files has one process for everything.
 * @param folder is emptied before and removed afterwards
 * @param data where `writeComparisonData` has written
 */
export async function runSubject(name: SubjectName, folder: string, data: string): Promise<SubjectResult> {
  const subject: Subject = SUBJECTS[name];
  const parts = 'isInMemory' in subject ? [PHASES.join(',')] : PHASES;
  const files = path.join(folder, 'pageModule' in subject ? INDEXED_DB_FOLDER : '');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    let result: SubjectResult = {};
    for (const phases of parts) {
      result = { ...result, ...(await runProcess({ subject: name, phases, folder, data })) };
      if (phases === 'ingest') result = { ...result, diskBytes: sumFileBytes(files) };
    }
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
