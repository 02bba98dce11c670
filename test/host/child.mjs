/**
 * The first module of a utility process: sets `process.parentPort`, then runs the bundle it was started for. It is
 * JavaScript, because stripping types would take a tenth of a second of every start, which Electron does not need.
 */
import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** Messages are queued until a listener is added, as at a message port. */
class ParentPort extends EventEmitter {
  #early = [];
  constructor() {
    super();
    process.on('message', (data) => {
      if (!this.emit('message', { data, ports: [] })) this.#early.push(data);
    });
  }
  on(event, listener) {
    super.on(event, listener);
    for (const data of this.#early.splice(0)) this.emit('message', { data, ports: [] });
    return this;
  }
  postMessage(message) {
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
