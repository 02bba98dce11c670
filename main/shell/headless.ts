import { createRequire } from 'node:module';
import { app } from 'electron';
import type { Child } from '#main/base/port.ts';
import { forker } from './child.ts';
import { childEnvironment } from './environment.ts';
import { isPackaged, whenReady } from './program.ts';

/** The headless command as its bundle offers it. */
interface CommandBundle {
  /** Runs one command and answers its exit code. It brings no Node of its own, so it is lent our way to fork. */
  readonly run: (words: readonly string[], fork: (entry: string) => Child) => Promise<number>;
}

/** Pipes are written behind the scenes on some systems; ending at once would cut what was printed. */
async function printed(): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
  );
}

/**
 * Runs the headless command instead of the desk: no window, and the command's own exit code.
 * @param bundle full path of the command's bundle
 * @param words the command and its options
 */
export async function runHeadless(bundle: string, words: readonly string[]): Promise<void> {
  await whenReady();
  // The bundle runs by itself where it finds itself to be the program.
  process.argv.splice(1);
  const { run } = createRequire(bundle)(bundle) as CommandBundle; // built together with this one
  const fork = forker(childEnvironment(process.env, isPackaged()), (line) =>
    process.stderr.write(`${line}\n`),
  );
  const code = await run(words, (entry) => fork('Intray keychain', entry));
  await printed();
  app.exit(code);
}
