import { createRequire } from 'node:module';
import { app } from 'electron';
import { whenReady } from './program.ts';

/** The headless command as its bundle offers it. */
interface CommandBundle {
  /** Runs one command and answers its exit code. */
  readonly run: (words: readonly string[]) => Promise<number>;
}

/**
 * Runs the headless command instead of the desk: no window, and the command's own exit code.
 * @param bundle full path of the command's bundle
 * @param words the command and its options
 */
export async function runHeadless(bundle: string, words: readonly string[]): Promise<void> {
  await whenReady();
  const { run } = createRequire(bundle)(bundle) as CommandBundle; // our own bundle, built together with this one
  app.exit(await run(words));
}
