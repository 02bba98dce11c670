import { systemClock } from './clock.ts';
import { createRedactingLog, describeThrown } from './log.ts';
import type { Port } from './port.ts';

/**
 * The last message of a process to its parent: the log line about its end. Electron drops what a process has
 * written to stderr and was not read when it ends.
 */
interface LastLine {
  readonly t: 'last-line';
  readonly line: string;
}

/** Returns the log line of a last message; null for every other message. */
export function parseLogLineOfExitMessage(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('t' in message) || !('line' in message))
    return null;
  return message.t === 'last-line' && typeof message.line === 'string' ? message.line : null;
}

export interface UncaughtErrorOptions {
  /** The message of the log line; it names the process. */
  readonly message: string;
  readonly port: Port | null;
  /** Returns what may be logged of a thrown value. Default: its class, code and redacted message. */
  readonly describe?: (thrown: unknown) => string;
  /** Ends the process. Default: an exit with code 1. */
  readonly end?: () => void;
}

/**
 * Ends this process at the first error that nothing has caught, so that its parent starts it again. Electron
 * only warns of a rejected promise in a utility process, which would go on half broken.
 */
export function exitProcessOnUncaughtErrors({
  message,
  port,
  describe = describeThrown,
  end = () => process.exit(1),
}: UncaughtErrorOptions): void {
  const writeLine = (line: string): void => {
    process.stderr.write(`${line}\n`);
    port?.send({ t: 'last-line', line } satisfies LastLine);
  };
  const log = createRedactingLog(writeLine, () => systemClock.now());
  const handleError = (thrown: unknown): void => {
    log.error(message, { thrown: describe(thrown) });
    end();
  };
  process.on('uncaughtException', handleError);
  process.on('unhandledRejection', handleError);
}

/**
 * Ends a worker thread at an unhandled rejection by throwing the error: the thread that started it receives
 * it.
 */
export function rethrowUnhandledRejections(): void {
  process.on('unhandledRejection', (thrown) => {
    throw thrown;
  });
}

/**
 * Keeps a worker thread at unhandled rejections, where they come from a library that reads hostile input and the thread
 * keeps nothing between two calls. They are not logged: their messages may quote the input.
 */
export function ignoreUnhandledRejections(): void {
  process.on('unhandledRejection', () => {});
}
