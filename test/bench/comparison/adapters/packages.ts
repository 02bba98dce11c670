import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const MANIFEST = new URL('../../peers/package.json', import.meta.url);

/** The folder of the package whose dependencies are the peers. */
export const PEERS_FOLDER = fileURLToPath(new URL('.', MANIFEST));

/**
 * Loads a package of the peers. They are not installed with Intray, so that the compiler does not know their types.
 * @throws if it is not installed
 */
export const requirePeer: (name: string) => unknown = createRequire(MANIFEST);

/** Returns whether the packages of the peers are installed. */
export function arePeersInstalled(): boolean {
  return existsSync(new URL('node_modules/.package-lock.json', MANIFEST));
}
