/**
 * The window of the program: it comes up (on the stand-in also: is not blank), and outlives the end of each of its processes; the end of
 * the main process leaves none behind.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, listDescendants, waitUntil, type ProcessRow } from './processes.ts';
import { readPicture } from './picture.ts';
import { chooseProgram } from './program.ts';
import { RESULTS, ROOT, runStep, type CheckResult } from './report.ts';

const START_DEADLINE = 90_000;
const RESTART_DEADLINE = 30_000;
const END_DEADLINE = 15_000;

/** Kinds of processes by their command line: of Electron, and of the stand-in. */
const KINDS = {
  'a page': /--type=renderer/,
  'an engine, keychain or clinic': /node\.mojom\.NodeService|host[/\\]child\.ts/,
  'the graphics process': /--type=gpu-process/,
} as const;

/** The browser of the stand-in does not load a page again whose process has ended. */
const NOT_ON_STAND_IN = 'a page';

function start(command: readonly [string, ...string[]], log: string): ChildProcess {
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const file = createWriteStream(join(RESULTS, log));
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  return child;
}

function checkPicture(file: string): CheckResult {
  const name = 'the picture of the window is not blank';
  if (!existsSync(file)) return { name, problems: ['there is no picture: the window did not come up'] };
  const facts = readPicture(file);
  if (facts === null) return { name, problems: ['it is no PNG file'] };
  return {
    name: `${name} (${facts.width} x ${facts.height})`,
    problems: facts.isBlank ? ['it is of one colour'] : [],
  };
}

/** The kinds of processes of which a window needs one each. */
const NEEDED_KINDS = ['a page', 'an engine, keychain or clinic'] as const;

function listMissingKinds(main: number): readonly string[] {
  const found = listDescendants(main);
  return NEEDED_KINDS.filter((kind) => !found.some(({ command }) => KINDS[kind].test(command)));
}

function hasAllKinds(main: number): boolean {
  return listMissingKinds(main).length === 0;
}

function checkKinds(main: number): CheckResult {
  const problems = listMissingKinds(main).map((kind) => `there is no process of ${kind}`);
  return { name: 'the window has a page and an engine', problems };
}

/** Ends one process of a kind the hard way; the program has to go on and to have one again. */
async function checkKill(main: number, kind: string, pattern: RegExp): Promise<CheckResult> {
  const name = `the program goes on after the end of ${kind}`;
  const find = (): readonly ProcessRow[] =>
    listDescendants(main).filter(({ command }) => pattern.test(command));
  const [victim] = find();
  if (victim === undefined) return { name: `${name} (there is none)`, problems: [] };
  process.kill(victim.pid, 'SIGKILL');
  const isBack = await waitUntil(() => !isAlive(victim.pid) && find().length > 0, RESTART_DEADLINE);
  return {
    name,
    problems: [...(isBack ? [] : ['it did not come back']), ...(isAlive(main) ? [] : ['the program ended'])],
  };
}

async function checkEnd(main: number): Promise<CheckResult> {
  const children = listDescendants(main);
  process.kill(main, 'SIGKILL');
  const left = (): readonly ProcessRow[] => children.filter(({ pid }) => isAlive(pid));
  await waitUntil(() => left().length === 0, END_DEADLINE);
  return {
    name: `the end of the main process ends its ${children.length} children`,
    problems: left().map(({ command }) => command.slice(0, 200)),
  };
}

await runStep('The window and its processes', async () => {
  const program = chooseProgram();
  mkdirSync(RESULTS, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'intray-window-'));
  const picture = join(
    RESULTS,
    `window-${process.platform}-${process.env['WAYLAND_DISPLAY'] === undefined ? 'default' : 'wayland'}.png`,
  );
  rmSync(picture, { force: true });
  const child = start(
    program.command([
      `--data-dir=${join(folder, 'data')}`,
      ...(program.isReal ? [] : [`--screenshot=${picture}`]),
    ]),
    'window.log',
  );
  try {
    const main = child.pid ?? 0;
    const isUp = (): boolean => (program.isReal ? hasAllKinds(main) : existsSync(picture));
    await waitUntil(() => isUp() || child.exitCode !== null, START_DEADLINE);
    // The packed program takes no picture of itself.
    const started = program.isReal ? checkKinds(main) : checkPicture(picture);
    const results: CheckResult[] = [{ name: program.name, problems: [] }, started];
    if (child.exitCode !== null)
      return [...results, { name: 'it runs', problems: [`it ended with ${child.exitCode}`] }];
    for (const [kind, pattern] of Object.entries(KINDS).filter(
      ([name]) => program.isReal || name !== NOT_ON_STAND_IN,
    ))
      results.push(await checkKill(main, kind, pattern));
    return [...results, await checkEnd(main)];
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
});
