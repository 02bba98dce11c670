import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The image decoders that pdf.js loads by name where WebAssembly is not allowed. */
const DECODERS = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'] as const;

/** Copies the decoders into `pdf/` of the page's bundle, where the worker of pdf.js looks for them. */
export function pdfDecoders(): Plugin {
  return {
    name: 'pdf-decoders',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
      for (const name of DECODERS)
        this.emitFile({
          type: 'asset',
          fileName: `pdf/${name}`,
          source: readFileSync(join(folder, 'wasm', name)),
        });
    },
  };
}
