import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Result } from '#contract/result.ts';
import type { ChildPort, Port } from '#main/base/port.ts';
import { createRpcClient } from '#main/base/rpc.ts';

/** From source, or the bundle where a run has just built it. */
const ENTRY = new URL(
  process.env['INTRAY_WORKER'] === 'built' ? '../../dist/main/engine.cjs' : '../../main/engine/index.ts',
  import.meta.url,
);

/** The engine as a process of its own, as under a window. */
export interface EngineChild {
  readonly process: ChildProcess;
  /** Everything it wrote to its standard streams. */
  readonly said: string[];
  call(name: string, input: unknown): Promise<Result<unknown>>;
  /** Kills it like a power cut and waits for its end. */
  killHard(): Promise<void>;
  /** Disconnects from it, as a parent that ends does, and waits for its exit code. */
  letGo(): Promise<number | null>;
}

/** Starts the entry over a data folder, with a port to it. */
function forkEntry(
  dataDir: string,
  entry: URL,
  isStrict = true,
): { readonly child: ChildProcess; readonly port: Port } {
  const options = ['--data-dir', dataDir, '--role', 'window', '--run', 'a'.repeat(16)];
  const child = fork(entry, [...options, ...(isStrict ? ['--strict'] : [])], {
    execArgv: [],
    env: {},
    silent: true,
    serialization: 'advanced',
  });
  const port: Port = {
    send: (message) => {
      if (child.connected) child.send(message as object); // a message is an object
    },
    onMessage: (listener) => {
      child.on('message', listener);
      return () => child.off('message', listener);
    },
  };
  return { child, port };
}

/** Starts the engine's process as the main process does, from source. */
export function forkEnginePort(dataDir: string): ChildPort & { readonly killHard: () => void } {
  const { child, port } = forkEntry(dataDir, ENTRY);
  return {
    ...port,
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
    killHard: () => void child.kill('SIGKILL'),
  };
}

/**
 * Starts the entry over a data folder; default: from source.
 * @param isStrict whether its answers are checked against the contract, which takes time; the program does not do so
 */
export function forkEngine(
  dataDir: string,
  onEvent: (name: string) => void = () => {},
  entry: URL = ENTRY,
  isStrict = true,
): EngineChild {
  const { child, port } = forkEntry(dataDir, entry, isStrict);
  const said: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const client = createRpcClient(port, onEvent);
  child.once('exit', () => client.close('the engine has ended'));
  const gone = async (): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  };
  return {
    process: child,
    said,
    call: (name, input) => client.call(name, input) as Promise<Result<unknown>>, // a strict engine has checked it
    killHard: async () => {
      child.kill('SIGKILL');
      await gone();
    },
    letGo: () => {
      if (child.connected) child.disconnect();
      return gone();
    },
  };
}
