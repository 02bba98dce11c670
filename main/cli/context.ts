import type { Clock } from '#main/base/clock.ts';
import type { Child } from '#main/base/port.ts';
import type { Random } from '#main/base/random.ts';
import type { Variables } from '#main/vault/variables.ts';
import type { CommandOutput, OutputStream } from './output.ts';

/** What a command needs of the computer it runs on. */
export interface CommandHost {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly variables: Variables;
  readonly clock: Clock;
  readonly random: Random;
  /** Starts the keychain's process. */
  readonly forkKeychain: () => Child;
  /** The cache worker's entry: its source, or its bundle. */
  readonly workerUrl: URL;
  /** Hears when the person wants to stop. Answers how to hear no more. */
  readonly onInterrupt: (listener: () => void) => () => void;
}

/** One call of the command: what was asked for besides the command's own words. */
export interface CommandContext {
  readonly host: CommandHost;
  readonly output: CommandOutput;
  readonly dataDir: string;
  readonly isJson: boolean;
  /** The id given with --account. */
  readonly account: string | undefined;
}
