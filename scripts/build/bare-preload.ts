import type { Plugin } from 'vite';

const OWN = /\/preload\/(index|contract\/names)\.ts$/;

/**
 * Checks the bundle of the privileged preload script: one file, made of the bridge and the list of names,
 * which requires `electron` and nothing else. Anything more fails the build.
 */
export function barePreload(): Plugin {
  return {
    name: 'bare-preload',
    applyToEnvironment: ({ name }) => name === 'preload',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const imports = chunks.flatMap((chunk) => chunk.imports).filter((name) => name !== 'electron');
      const modules = chunks.flatMap((chunk) => chunk.moduleIds).filter((id) => !OWN.test(id));
      if (chunks.length !== 1 || imports.length > 0 || modules.length > 0)
        this.error(`the preload script holds more than it may: ${[...imports, ...modules].join(', ')}`);
    },
  };
}
