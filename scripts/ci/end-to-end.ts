/**
 * The end-to-end projects of the host `electron`, on a display of its own: `--display x11`, `--display wayland` (under a headless
 * compositor), or `--display own` where the system has one. `--grep` chooses specifications.
 */
import { parseArgs } from 'node:util';
import { whyUnavailable } from '../../test/e2e/launch.ts';
import { CannotRunError, saveStepResult, lastLines, runProgram, runStep } from './report.ts';
import { openStepDisplay, toDisplayKind } from './step-display.ts';

const { values } = parseArgs({
  options: { display: { type: 'string', default: 'own' }, grep: { type: 'string' } },
});

await runStep(`End to end on Electron, display ${values.display}`, async () => {
  const reason = whyUnavailable('electron');
  if (reason !== null) throw new CannotRunError(reason);
  const display = await openStepDisplay(toDisplayKind(values.display));
  try {
    const grep = values.grep === undefined ? [] : ['--grep', values.grep];
    const { code, stdout, stderr } = runProgram(
      [
        'npx',
        'playwright',
        'test',
        '--project=electron',
        '--project=electron-system',
        '--workers=1',
        ...grep,
      ],
      { environment: display.environment, timeout: 3_000_000 },
    );
    const log = saveStepResult(`end-to-end-${values.display}.log`, `${stdout}\n${stderr}`);
    const problems = code === 0 ? [] : [`it ended with ${code}; ${log}: ${lastLines(stdout, 5)}`];
    return [{ name: lastLines(stdout, 1), problems }];
  } finally {
    await display.close();
  }
});
