/**
 * The two addons in a utility process of Electron and in its worker threads; without Electron's program in plain Node,
 * which proves the probe and nothing more.
 */
import { join } from 'node:path';
import { electronProgram } from '../../test/host/electron-program.ts';
import { saveStepResult, lastLines, runProgram, runStep } from './report.ts';

const WORKERS = 200;

interface Answer {
  readonly electron: string | null;
  readonly keychainLoads: boolean;
  readonly databaseInProcess: boolean;
  readonly databaseInWorker: boolean;
  readonly workersEnd: number;
}

function readAnswer(stdout: string): Answer | null {
  const line = stdout.split('\n').find((text) => text.startsWith('{'));
  return line === undefined ? null : (JSON.parse(line) as Answer); // the probe's own
}

await runStep('Addons in a utility process and in workers', async () => {
  const program = electronProgram();
  const probe = join(import.meta.dirname, 'probe');
  const { code, stdout, stderr } = runProgram(
    program === null ? [process.execPath, join(probe, 'child.cjs')] : [program, join(probe, 'main.cjs')],
  );
  saveStepResult('addons.log', `${stdout}\n${stderr}`);
  const answer = readAnswer(stdout);
  if (answer === null)
    return [{ name: 'the probe answers', problems: [`it ended with ${code}: ${lastLines(stderr)}`] }];
  const check = (name: string, isTrue: boolean) => ({
    name,
    problems: isTrue ? [] : [JSON.stringify(answer)],
  });
  return [
    check(
      `the probe ends by itself (in ${answer.electron === null ? 'plain Node' : `Electron ${answer.electron}`})`,
      code === 0,
    ),
    check('the keychain addon loads', answer.keychainLoads),
    check('an encrypted database opens in the process', answer.databaseInProcess),
    check('an encrypted database opens in a worker', answer.databaseInWorker),
    check(`${WORKERS} workers start, answer and end`, answer.workersEnd === WORKERS),
  ];
});
