/** Installs Electron's own program and says which one it is. */
import { electronProgram, HOW_TO_GET_ELECTRON } from '../../test/host/electron-program.ts';
import { CannotRunError, lastLines, runProgram, runStep } from './report.ts';

await runStep('Electron is installed', async () => {
  if (electronProgram() === null) {
    const [program = '', ...args] = HOW_TO_GET_ELECTRON.split(' ');
    const { code, stderr } = runProgram([program, ...args], { timeout: 600_000 });
    if (code !== 0)
      throw new CannotRunError(`${HOW_TO_GET_ELECTRON} ended with ${code}: ${lastLines(stderr, 3)}`);
  }
  const program = electronProgram();
  if (program === null) throw new CannotRunError(`${HOW_TO_GET_ELECTRON} left no program`);
  // As root Chromium's processes end at once, and nothing below would say why.
  const isRoot = process.getuid?.() === 0;
  const { code, stdout, stderr } = runProgram([program, '--version']);
  return [
    { name: 'this is a normal user', problems: isRoot ? ['run it as a normal user'] : [] },
    {
      name: `${program} says its version: ${stdout.trim()}`,
      problems: code === 0 ? [] : [`it ended with ${code}: ${lastLines(stderr)}`],
    },
  ];
});
