/** All bundles of Intray: `vite build` makes the whole of `dist/`. */
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { readdirSync } from 'node:fs';
import { asciiScripts } from './scripts/build/ascii-scripts.ts';
import { assumptionValues } from './scripts/build/assumption-values.ts';
import { barePreload } from './scripts/build/bare-preload.ts';
import { licences } from './scripts/build/licences.ts';
import { pdfDecoders } from './scripts/build/pdf-decoders.ts';
import { pdfkitFonts } from './scripts/build/pdfkit-fonts.ts';
import { hashReactAriaStyle } from './scripts/build/press-style.ts';
import { reactAriaAnnouncer } from './scripts/build/react-aria-announcer.ts';
import { reactAriaLanguages } from './scripts/build/react-aria-languages.ts';

const fromRoot = (path: string): string => resolve(import.meta.dirname, path);

/** What Node or Electron brings, and the two addons, which are no JavaScript. */
const OUTSIDE = [
  'electron',
  'better-sqlite3',
  'keytar',
  /^node:/,
  ...builtinModules.filter((name) => !name.startsWith('_')),
];

/** The packages that are shipped beside the bundles: Electron, and the addons with the binaries of their systems. */
function listUnbundledPackages(): readonly string[] {
  const binaries = readdirSync(fromRoot('node_modules/@napi-rs'))
    .filter((name) => name.startsWith('keyring'))
    .map((name) => `@napi-rs/${name}`);
  return ['electron', 'better-sqlite3', 'keytar', ...binaries].map((name) =>
    fromRoot(`node_modules/${name}`),
  );
}

/** @param isFirst whether the folder is emptied before; a folder may be filled by several builds */
function commonJs(
  outDir: string,
  input: Readonly<Record<string, string>>,
  isFirst = true,
): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: ['electron', 'better-sqlite3', 'keytar'] },
    build: {
      outDir: fromRoot(outDir),
      emptyOutDir: isFirst,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        platform: 'node',
        input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, fromRoot(path)])),
        external: OUTSIDE,
        // The schemas of the contract that a bundle does not use are left out.
        treeshake: { manualPureFunctions: ['z'] },
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'shared/[name]-[hash].cjs',
          // Each process and thread parses its bundles at every start.
          comments: { jsdoc: false, legal: true, annotation: true },
        },
      },
    },
  };
}

export default defineConfig({
  root: fromRoot('renderer'),
  base: './',
  // Character maps and fonts of pdf.js, which the page may not fetch: each becomes a script.
  assetsInclude: ['**/*.bcmap', '**/*.pfb'],
  define: { __PRESS_STYLE_HASH__: JSON.stringify(hashReactAriaStyle()) },
  plugins: [
    // Elements are made by a function of the page's own (`renderer/ui/jsx-runtime.ts`).
    react({ jsxImportSource: '#shown-text' }),
    assumptionValues(),
    pdfkitFonts(),
    pdfDecoders(),
    reactAriaAnnouncer(),
    reactAriaLanguages(),
    barePreload(),
    asciiScripts(),
    licences({ file: fromRoot('dist/licences.json'), unbundled: listUnbundledPackages() }),
  ],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: fromRoot('dist/renderer'),
        emptyOutDir: true,
        target: 'chrome142',
        // Neither inlined files nor the polyfill's requests: the page's policy allows neither.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // One file of styles, in one order, whichever screen is shown first.
        cssCodeSplit: false,
        rolldownOptions: {
          // The schemas of the contract that the page does not use are left out.
          treeshake: { manualPureFunctions: ['z'] },
          output: {
            codeSplitting: {
              // No file imports from one that is read later: what the first screen needs, then what several parts need.
              groups: [
                { name: 'first', tags: ['$initial'], priority: 2 },
                { name: 'shared', minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
        reportCompressedSize: false,
        // It is read from the disk beside it, not over a network.
        chunkSizeWarningLimit: 2_000,
      },
    },
    main: commonJs('dist/main', {
      index: 'main/index.ts',
      engine: 'main/engine/index.ts',
      'pdf-process': 'main/engine/pdf-process.ts',
      'keychain-child': 'main/vault/keychain-child.ts',
      demo: 'main/demo/index.ts',
      cli: 'main/cli/index.ts',
    }),
    // By itself, so that a thread shares no file with a process, which would bring it all that the process uses.
    threads: commonJs('dist/main', { 'engine-worker': 'main/engine/worker.ts' }, false),
    preload: commonJs('dist/preload', { index: 'preload/index.ts' }),
  },
});
