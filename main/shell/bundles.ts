import { join } from 'node:path';

/** Full paths of what the build has made. */
export interface Bundles {
  readonly engine: string;
  readonly keychainChild: string;
  readonly sandbox: string;
  readonly command: string;
  readonly preload: string;
  /** The folder of the page. */
  readonly page: string;
}

/**
 * Where the bundles lie beside this program's own.
 * @param folder the folder of the main bundle
 */
export function bundlesBeside(folder: string): Bundles {
  return {
    engine: join(folder, 'engine.cjs'),
    keychainChild: join(folder, 'keychain-child.cjs'),
    sandbox: join(folder, 'sandbox.cjs'),
    command: join(folder, 'cli.cjs'),
    preload: join(folder, '../preload/index.cjs'),
    page: join(folder, '../renderer'),
  };
}
