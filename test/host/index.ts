/** The stand-in host: runs the main bundle in plain Node, with its windows in a system Chromium. */
import Module, { createRequire } from 'node:module';
import { quitOnSignals } from './app.ts';
import { config } from './config.ts';
import { electron } from './module.ts';

interface Loader {
  _load: (this: unknown, request: string, parent: unknown, isMain: boolean) => unknown;
}

const loader = Module as unknown as Loader; // Node's own, which its types leave out
const load = loader._load;
loader._load = (request, parent, isMain) =>
  request === 'electron' ? electron : load.call(loader, request, parent, isMain);

quitOnSignals();
process.argv.splice(1, Infinity, config.main, ...config.words);
createRequire(import.meta.url)(config.main);
