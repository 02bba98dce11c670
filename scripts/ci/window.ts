/**
 * The window of the program: the system shows it and it is not blank, it outlives the end of each of its processes, and the
 * end of the main process or of the display leaves none behind. `--display own`, `x11` or `wayland` says where; without it the stand-in has no
 * display and takes its picture itself.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isAlive, listDescendants, waitUntil, type ProcessRow } from './processes.ts';
import { readPicture } from './picture.ts';
import { chooseProgram, PROGRAM_OPTIONS, type ProgramUnderTest } from './program.ts';
import { CannotRunError, RESULTS, ROOT, runStep, type CheckResult } from './report.ts';
import { captureScreen, openStepDisplay, toDisplayKind, type StepDisplay } from './step-display.ts';

const START_DEADLINE = 90_000;
/** Within which a page has drawn itself. */
const PICTURE_DEADLINE = 60_000;
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

function start(
  [program, ...args]: readonly [string, ...string[]],
  environment: StepDisplay['environment'],
): ChildProcess {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(join(RESULTS, 'window.log'));
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

/** Takes pictures until one shows a page. Without a program that takes them, the other checks go on. */
async function checkScreen(file: string, main: number, display: StepDisplay): Promise<CheckResult> {
  const name = 'the system shows the window';
  let problem: string | null = null;
  const isDrawn = (): boolean => {
    problem = captureScreen(file, main, display);
    return problem === null && readPicture(file)?.isBlank === false;
  };
  try {
    await waitUntil(() => isDrawn() || !isAlive(main), PICTURE_DEADLINE);
  } catch (thrown) {
    if (thrown instanceof CannotRunError) return { name, problems: [], missing: thrown.message };
    throw thrown;
  }
  return problem === null ? checkPicture(file) : { name, problems: [problem] };
}

async function checkWindow(program: ProgramUnderTest, display: StepDisplay | null): Promise<CheckResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'intray-window-'));
  const picture = join(RESULTS, `window-${process.platform}-${display?.kind ?? 'none'}.png`);
  rmSync(picture, { force: true });
  const words = [
    `--data-dir=${join(folder, 'data')}`,
    ...(display === null ? [`--screenshot=${picture}`] : []),
  ];
  const child = start(program.command(words), display?.environment ?? {});
  try {
    const main = child.pid ?? 0;
    const hasEnded = (): boolean => child.exitCode !== null;
    const isUp = (): boolean => (display === null ? existsSync(picture) : hasAllKinds(main));
    await waitUntil(() => isUp() || hasEnded(), START_DEADLINE);
    const results = [
      checkKinds(main),
      display === null ? checkPicture(picture) : await checkScreen(picture, main, display),
    ];
    if (hasEnded()) return [...results, { name: 'it runs', problems: [`it ended with ${child.exitCode}`] }];
    for (const [kind, pattern] of Object.entries(KINDS).filter(
      ([name]) => program.isReal || name !== NOT_ON_STAND_IN,
    ))
      results.push(await checkKill(main, kind, pattern));
    return [...results, await checkEnd(main)];
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
}

/** Returns a condition that holds once a program has had the same processes ten times in a row. */
function createSettledCheck(main: number): () => boolean {
  let before = '';
  let times = 0;
  return () => {
    const now = listDescendants(main)
      .map(({ pid }) => pid)
      .join();
    times = now === before ? times + 1 : 0;
    before = now;
    return times >= 10;
  };
}

/** The user logs off, or the display server crashes: nothing of the program may go on without a window. */
async function checkLostDisplay(program: ProgramUnderTest, display: StepDisplay): Promise<CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), 'intray-window-'));
  const child = start(program.command([`--data-dir=${join(folder, 'data')}`]), display.environment);
  try {
    const main = child.pid ?? 0;
    await waitUntil(() => hasAllKinds(main) || child.exitCode !== null, START_DEADLINE);
    // The stand-in host takes minutes to notice that a browser which was still starting has ended.
    await waitUntil(createSettledCheck(main), START_DEADLINE);
    const all = [main, ...listDescendants(main).map(({ pid }) => pid)];
    await display.close();
    const left = (): readonly number[] => all.filter(isAlive);
    await waitUntil(() => left().length === 0, END_DEADLINE);
    const names = left().map((pid) => (pid === main ? 'the main process' : `process ${pid}`));
    return {
      name: `the end of the display ends the program with its ${all.length - 1} children (exit ${child.exitCode})`,
      problems: all.length === 1 ? ['it has not started'] : names,
    };
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
}

const { values } = parseArgs({ options: { ...PROGRAM_OPTIONS, display: { type: 'string' } } });

await runStep(`The window and its processes, display ${values.display ?? 'own or none'}`, async () => {
  mkdirSync(RESULTS, { recursive: true });
  const isHidden = values['stand-in'] === true && values.display === undefined;
  const program = chooseProgram(values, isHidden ? 'light' : 'visible');
  const display = isHidden ? null : await openStepDisplay(toDisplayKind(values.display ?? 'own'));
  try {
    const results = [{ name: program.name, problems: [] }, ...(await checkWindow(program, display))];
    const isOurs = display !== null && display.kind !== 'own';
    return isOurs ? [...results, await checkLostDisplay(program, display)] : results;
  } finally {
    await display?.close();
  }
});
