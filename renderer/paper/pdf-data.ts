/**
 * What pdf.js wants besides its worker: character maps and the standard fonts. They are part of the page's bundle, each a
 * script of its own that is loaded once a PDF asks for it, because the page may request nothing.
 */
type Loader = () => Promise<string>;

const CHARACTER_MAPS = import.meta.glob<string>('../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?inline',
  import: 'default',
});
const FONTS = import.meta.glob<string>('../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?inline',
  import: 'default',
});

/** By the name of the file: a name that a PDF gives is looked up to the letter and leads nowhere else. */
function byName(loaders: Readonly<Record<string, Loader>>): ReadonlyMap<string, Loader> {
  return new Map(
    Object.entries(loaders).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1), load]),
  );
}

const FILES: ReadonlyMap<string, ReadonlyMap<string, Loader>> = new Map([
  ['cMapUrl', byName(CHARACTER_MAPS)],
  ['standardFontDataUrl', byName(FONTS)],
]);

function toBytes(dataUrl: string): Uint8Array {
  const decoded = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return Uint8Array.from(decoded, (each) => each.charCodeAt(0));
}

/** Hands pdf.js what is bundled, and nothing else. */
export class BundledData {
  /** @throws where the bundle holds no file of that name: pdf.js then goes on without it */
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = FILES.get(kind)?.get(filename);
    if (load === undefined) throw new Error(`not in the bundle: ${kind}`);
    return toBytes(await load());
  }
}
