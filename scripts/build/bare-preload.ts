import type { Plugin } from 'vite';
import { PROCEDURE_NAMES } from '../../preload/contract/procedure-names.ts';

const NAMES = /\/preload\/contract\/procedure-names\.ts$/;
const OWN = /\/preload\/(index|contract\/(ipc-names|procedure-names))\.ts$/;

/**
 * Vite plugin that checks the preload script: it has to be a single file, made of the bridge and the lists of
 * names alone, that imports nothing but `electron`. Anything more fails the build. The names of the
 * procedures come from the table of their schemas; the script gets the list of them without the schemas.
 */
export function barePreload(): Plugin {
  return {
    name: 'bare-preload',
    applyToEnvironment: ({ name }) => name === 'preload',
    load: (id) =>
      NAMES.test(id) ? `export const PROCEDURE_NAMES = ${JSON.stringify(PROCEDURE_NAMES)};` : null,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const imports = chunks.flatMap((chunk) => chunk.imports).filter((name) => name !== 'electron');
      const modules = chunks.flatMap((chunk) => chunk.moduleIds).filter((id) => !OWN.test(id));
      if (chunks.length !== 1 || imports.length > 0 || modules.length > 0)
        this.error(`the preload script holds more than it may: ${[...imports, ...modules].join(', ')}`);
    },
  };
}
