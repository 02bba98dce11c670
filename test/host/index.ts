/** The stand-in host: runs the main bundle in plain Node, with its windows in a system Chromium. */
import Module, { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { quitOnSignals } from './app.ts';
import { config } from './config.ts';
import { findEarlyExit } from './chromium-arguments.ts';
import { electron } from './module.ts';
import { reportProgramStart } from './report.ts';

interface Loader {
  _load: (this: unknown, request: string, parent: unknown, isMain: boolean) => unknown;
}

const loader = Module as unknown as Loader; // Node's own, which its types leave out
const load = loader._load;
loader._load = (request, parent, isMain) =>
  request === 'electron' ? electron : load.call(loader, request, parent, isMain);

/** STAND_IN_SYSTEM=win32: what Electron does on Windows only, as far as it can be done elsewhere. */
const system = process.env['STAND_IN_SYSTEM'] === 'win32' ? 'win32' : process.platform;
const refusal = findEarlyExit(config.words, system);
if (refusal !== null) {
  process.stderr.write(`${refusal}\n`);
  process.exit(1);
}
// A program with windows has no input on Windows: Electron replaces it by one that is at its end.
if (system === 'win32') Object.defineProperty(process, 'stdin', { value: Readable.from([]) });

quitOnSignals();
process.argv.splice(1, Infinity, config.main, ...config.words);
reportProgramStart();
createRequire(import.meta.url)(config.main);
