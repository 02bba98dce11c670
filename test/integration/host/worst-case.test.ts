import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const HOST = resolve('test/host/index.ts');
const isRoot = process.getuid?.() === 0;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-host-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly main: string;
  readonly child?: string;
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a small program on the stand-in; it needs no browser, because it opens no window. */
async function run({ main, child = '', words = [], environment = {} }: Run) {
  const file = join(folder, 'main.cjs');
  writeFileSync(file, `const electron = require('electron');\n${main}`);
  writeFileSync(join(folder, 'child.cjs'), child);
  const program = spawn(process.execPath, [HOST, file, 'no-browser', 'headless', ...words], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  program.stdout.on('data', (chunk) => output.push(String(chunk)));
  program.stderr.on('data', (chunk) => output.push(String(chunk)));
  program.stdin.end('{"name":"Intake"}');
  const [code] = (await once(program, 'close')) as [number | null];
  return { code, output: output.join('') };
}

/** Starts the child and says what comes of it. */
const FORK = `
  const child = electron.utilityProcess.fork(__dirname + '/child.cjs', [], { stdio: ['ignore', 'ignore', 'ignore'] });
  child.on('message', (message) => { console.log('child says', message); electron.app.exit(0); });
  child.on('exit', (code) => { console.log('child ended', code); electron.app.exit(3); });
  child.on('spawn', () => child.postMessage('are you there'));
`;
const ANSWER = "process.parentPort.on('message', () => process.parentPort.postMessage('yes'));";

describe('the stand-in host, like Electron,', () => {
  it('only warns of a rejection in a utility process that nobody handles', async () => {
    const child = `Promise.reject(new Error('lost')); setTimeout(() => {}, 60_000);
      setImmediate(() => setImmediate(() => { ${ANSWER} }));`;
    expect(await run({ main: FORK, child })).toEqual({ code: 0, output: 'child says yes\n' });
  });

  it.runIf(isRoot)('runs no child of root once everything is to be sandboxed', async () => {
    const { code } = await run({ main: `electron.app.enableSandbox();${FORK}`, child: ANSWER });
    expect(code).toBe(3);
    expect((await run({ main: FORK, child: ANSWER })).code).toBe(0);
  });

  it('reports the end of a utility process that the program has killed', async () => {
    const main = `
      electron.app.on('child-process-gone', (_event, { type, reason, name }) => {
        console.log(type, reason, name);
        electron.app.exit(0);
      });
      const options = { serviceName: 'Intray engine', stdio: ['ignore', 'ignore', 'ignore'] };
      const child = electron.utilityProcess.fork(__dirname + '/child.cjs', [], options);
      child.on('spawn', () => child.kill());`;
    const { output } = await run({ main, child: ANSWER });
    expect(output).toBe('Utility killed Intray engine\n');
  });

  it('lets no utility process start a process of Node', async () => {
    const child = `try { require('node:child_process').fork(__filename); }
      catch (thrown) { process.parentPort.postMessage(thrown.message.split(':')[0]); }`;
    expect(await run({ main: FORK, child })).toEqual({
      code: 0,
      output: 'child says fork is not available\n',
    });
  });

  it('has no input on Windows', async () => {
    const main = `process.stdin.on('data', (text) => console.log('input', String(text)));
      process.stdin.on('end', () => electron.app.exit(0));`;
    expect((await run({ main })).output).toContain('Intake');
    const onWindows = await run({ main, environment: { STAND_IN_SYSTEM: 'win32' } });
    expect(onWindows).toEqual({ code: 0, output: '' });
  });

  it('ends before the first line of the program where Chromium knows an argument', async () => {
    const main = "console.log('ran'); electron.app.exit(0);";
    const taken = await run({ main, words: ['--headless', 'list', '--type=lab'] });
    expect([taken.code, taken.output.includes('ran')]).toEqual([1, false]);
    const passed = await run({ main, words: ['--headless', '--', 'list', '--type=lab'] });
    expect(passed).toEqual({ code: 0, output: 'ran\n' });
  });

  it('starts the program again with its arguments, once it has ended', async () => {
    const notes = join(folder, 'notes');
    const main = `const { appendFileSync } = require('node:fs');
      electron.app.setPath('userData', ${JSON.stringify(join(folder, 'profile'))});
      const isFirst = electron.app.requestSingleInstanceLock();
      appendFileSync(${JSON.stringify(notes)}, [process.argv.at(-1), isFirst].join(' ') + '\\n');
      if (require('node:fs').readFileSync(${JSON.stringify(notes)}, 'utf8').length < 15) electron.app.relaunch();
      electron.app.exit(0);`;
    expect((await run({ main, words: ['--same'] })).code).toBe(0);
    await expect.poll(() => readFileSync(notes, 'utf8')).toBe('--same true\n--same true\n');
  });

  it('gives no lock, without an error, where it cannot be made', async () => {
    const lockIn = (profile: string): string => `electron.app.setPath('userData', ${JSON.stringify(profile)});
      console.log('lock', electron.app.requestSingleInstanceLock());
      electron.app.exit(0);`;
    writeFileSync(join(folder, 'file'), '');
    const refused = { code: 0, output: 'lock false\n' };
    expect(await run({ main: lockIn(join(folder, 'file', 'profile')) })).toEqual(refused);
    const environment = { TMPDIR: join(folder, 'missing'), TEMP: join(folder, 'missing') };
    expect(await run({ main: lockIn(join(folder, 'profile')), environment })).toEqual(refused);
  });

  it('tells the first run of a second one, which gets no lock', async () => {
    const main = `electron.app.setPath('userData', ${JSON.stringify('FOLDER')});
      console.log('first', electron.app.requestSingleInstanceLock());
      electron.app.on('second-instance', () => { console.log('second asked'); electron.app.exit(0); });
      if (process.argv.includes('start')) {
        const { spawnSync } = require('node:child_process');
        const words = [${JSON.stringify(HOST)}, __filename, 'no-browser', 'headless'];
        setImmediate(() => console.log(String(spawnSync(process.execPath, words).stdout)));
        setTimeout(() => electron.app.exit(4), 20_000);
      } else electron.app.exit(0);`.replace('FOLDER', join(folder, 'profile'));
    const { output } = await run({ main, words: ['start'] });
    expect(output).toMatch(/first true\s+first false\s+second asked/);
  });
});
