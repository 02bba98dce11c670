/**
 * The first module of a utility process: sets `process.parentPort`, then runs the bundle it was started for.
 */
import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** Messages are queued until a listener is added, as at a message port. */
class ParentPort extends EventEmitter {
  readonly #early: unknown[] = [];
  constructor() {
    super();
    process.on('message', (data: unknown) => {
      if (!this.emit('message', { data, ports: [] })) this.#early.push(data);
    });
  }
  override on(event: string, listener: (message: { readonly data: unknown }) => void): this {
    super.on(event, listener);
    for (const data of this.#early.splice(0)) this.emit('message', { data, ports: [] });
    return this;
  }
  postMessage(message: unknown): void {
    process.send?.(message);
  }
}

Object.defineProperty(process, 'parentPort', { value: new ParentPort() });
// A utility process ends with the program that started it.
process.on('disconnect', () => process.exit(0));
// With the fuse that keeps the program from running as Node, `fork` starts nothing; the module offers no other processes.
childProcess.fork = () => {
  throw new Error('fork is not available: the fuse runAsNode is off');
};
process.argv.splice(1, 1);
createRequire(import.meta.url)(process.argv[1] ?? '');
