/** The headless command of the packed program: exit codes, output, and which files appear where. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseProgram, PROGRAM_OPTIONS, type ProgramUnderTest } from './program.ts';
import { saveStepResult, lastLines, runProgram, runStep, type CheckResult } from './report.ts';

/** The words behind `--headless --`, and the exit code on a computer without an account. */
const COMMANDS: readonly (readonly [words: string, code: number])[] = [
  ['--help', 0],
  ['status', 3],
  ['status --json', 3],
  // An option that is also a switch of Chromium, and words that Windows would refuse before `--`.
  ['list requisitions --requisition-type=lab', 3],
  ['list requisitions --search Doe:x --limit 5', 3],
  ['account add --base-url https://clinic.invalid --user user_abcdefghij12345', 3],
  ['list nothing', 2],
  ['no-such-command', 2],
];

/** What Chromium writes into a profile: none of it belongs into the data folder. */
const PROFILE =
  /^(Local State|Preferences|GPUCache|Crashpad|Cookies|Local Storage|Session Storage|DawnCache|blob_storage|Network)/i;

function listFiles(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted() : [];
}

function checkCommand(program: ProgramUnderTest, home: string, words: string, expected: number): CheckResult {
  const dataDir = words.startsWith('--help') ? [] : ['--data-dir', join(home, 'data')];
  const command = program.command(['--headless', '--', ...words.split(' '), ...dataDir]);
  const { code, stdout, stderr } = runProgram(command, {
    timeout: 60_000,
    environment: { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache') },
  });
  saveStepResult(`headless-${words.replaceAll(/[^a-z]+/gi, '-')}.log`, `exit ${code}\n${stdout}\n${stderr}`);
  const problems = [
    ...(code === expected ? [] : [`it ended with ${code}: ${lastLines(`${stdout}${stderr}`, 3)}`]),
    ...(expected === 0 || stderr !== '' ? [] : ['nothing was written to stderr']),
  ];
  return { name: `${words}: ${expected}`, problems };
}

function checkFiles(home: string): CheckResult {
  const files = listFiles(home);
  saveStepResult('headless-files.txt', `${files.join('\n')}\n`);
  const inData = listFiles(join(home, 'data')).filter((path) => PROFILE.test(path));
  const beside = files.filter(
    (path) => /^config[/\\]intray/i.test(path) && PROFILE.test(path.split(/[/\\]/).at(-1) ?? ''),
  );
  return {
    name: 'no profile of Chromium is left in the data folder or beside it',
    problems: [...inData, ...beside],
  };
}

/** Whatever the doctor finds, it ends, and every line of it is kept. */
function runDoctor(program: ProgramUnderTest, home: string): CheckResult {
  const command = program.command(['--headless', '--', 'doctor', '--data-dir', join(home, 'data')]);
  const { code, stdout, stderr } = runProgram(command, { timeout: 120_000 });
  saveStepResult('doctor.txt', `exit ${code}\n${stdout}\n${stderr}`);
  const wrong = stdout.split('\n').filter((line) => line.startsWith('[wrong]'));
  // A computer of CI has no printer and no viewer; the database and the processes have to work everywhere.
  const serious = wrong.filter((line) => /database|folder|versions/i.test(line));
  const isReport = stdout.includes('Encrypted database');
  return { name: `doctor (exit ${code})`, problems: isReport ? serious : [lastLines(stderr, 3)] };
}

await runStep('The headless command', async () => {
  const program = chooseProgram(parseArgs({ options: PROGRAM_OPTIONS }).values);
  const home = mkdtempSync(join(tmpdir(), 'intray-headless-'));
  try {
    return [
      { name: program.name, problems: [] },
      ...COMMANDS.map(([words, code]) => checkCommand(program, home, words, code)),
      runDoctor(program, home),
      checkFiles(home),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
