import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reducePageToVisible } from '#main/engine/downtime-pack/page-content.ts';
import { PdfMerger } from '#main/engine/downtime-pack/pdf-merger.ts';
import { DRAWN_PDF } from '../../../support/drawn-pdf.ts';

const PASSWORD = 'a password of the test';
const TYPE = PDFName.of('Type');

/** Entries of the page itself that joining sets, and what the writer of a file computes. */
const REPLACED = new Set(['/Parent', '/Length', '/Annots']);
/** Dictionaries whose keys are names that the author has chosen, below resources and elsewhere. */
const RESOURCE_MAPS = /\/Resources\/(?:ExtGState|ColorSpace|Pattern|Shading|XObject|Font|Properties)$/;
const OTHER_MAPS = /\/(?:CharProcs|Colorants|FD)$/;

const isMap = (path: string): boolean => RESOURCE_MAPS.test(path) || OTHER_MAPS.test(path);

/** A dictionary or stream that can be reached from a page, with the first way to it. */
interface Found {
  readonly path: string;
  readonly dict: PDFDict;
}

const toDict = (object: PDFObject | undefined): PDFDict | null => {
  if (object instanceof PDFStream) return object.dict;
  return object instanceof PDFDict ? object : null;
};

/** Lists every dictionary that can be reached from a page. Objects are looked at once, on the shortest way to them. */
function listDicts(page: PDFDict): readonly Found[] {
  const found: Found[] = [];
  const seen = new Set<PDFObject>();
  const left: { object: PDFObject | undefined; path: string }[] = [{ object: page, path: '' }];
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const { object, path } = next;
    if (object === undefined || seen.has(object)) continue;
    seen.add(object);
    const dict = toDict(object);
    if (object instanceof PDFArray)
      object
        .asArray()
        .forEach((_, place) => left.push({ object: object.lookup(place), path: `${path}[${place}]` }));
    if (dict === null) continue;
    found.push({ path, dict });
    for (const key of dict.keys())
      if (!REPLACED.has(String(key))) left.push({ object: dict.lookup(key), path: `${path}${String(key)}` });
  }
  return found;
}

/** Everything below an object as nested values; streams with their bytes. */
function toTree(object: PDFObject | undefined, above: readonly PDFObject[] = []): unknown {
  if (object === undefined || above.includes(object)) return null;
  const inner = [...above, object];
  if (object instanceof PDFArray)
    return object.asArray().map((_, place) => toTree(object.lookup(place), inner));
  const dict = toDict(object);
  if (dict === null) return String(object);
  const entries = dict
    .keys()
    .filter((key) => !REPLACED.has(String(key)))
    .map((key) => [String(key), toTree(dict.lookup(key), inner)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const bytes = object instanceof PDFRawStream ? Buffer.from(object.contents).toString('latin1') : null;
  return { ...Object.fromEntries(entries), ...(bytes !== null && { bytes }) };
}

async function loadPage(bytes: Uint8Array = DRAWN_PDF) {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
  return document.getPage(0);
}

/** The page with what it inherits, as it is before anything is removed. */
async function loadWhole() {
  const page = await loadPage();
  for (const name of ['Rotate', 'Resources']) {
    const value = page.node.getInheritableAttribute(PDFName.of(name));
    if (value !== undefined) page.node.set(PDFName.of(name), value);
  }
  return page;
}

/** Puts a PDF through a pack and returns its page there. */
async function takeOver(bytes: Uint8Array) {
  const merger = await PdfMerger.create('Pack');
  expect(await merger.add(bytes, null)).toBe(true);
  const bound = await PDFDocument.load(await merger.encrypt(PASSWORD), { password: PASSWORD });
  return bound.getPage(0);
}

/** Entries that no object needs for its drawing. Those of a later version are `Unknown`. */
const HARMFUL = (
  'Unknown A AA AF PA Next JS JavaScript OpenAction PresSteps Annots EF F FFilter FDecodeParms Ref OPI PS Subtype2 ' +
  'Alternates Names EmbeddedFiles Metadata PieceInfo LastModified StructParent StructParents Measure PtData OC HT MixingHints'
).split(' ');

/** What harms, in each form that a value can have: a program in a stream, a dictionary, a list, a text. */
function createHarm(document: PDFDocument, mark: string): readonly PDFObject[] {
  const { context } = document;
  const program = context.register(context.stream(`MZ HARM ${mark}`, { Type: 'EmbeddedFile' }));
  return [
    context.obj({ Type: 'Filespec', UF: `HARM ${mark}`, EF: { F: program } }),
    context.register(context.obj({ Type: 'Action', S: 'JavaScript', JS: `HARM ${mark}` })),
    context.obj([program, [{ JS: `HARM ${mark}` }]] as never), // nested literals
    program,
    context.obj(`HARM ${mark}`),
  ];
}

const readText = (object: PDFObject | undefined): string => JSON.stringify(toTree(object));

describe('a page in a downtime pack', () => {
  it('keeps each entry of fonts, color spaces, functions, patterns, shadings, masks, images and forms', async () => {
    const before = toTree((await loadWhole()).node);
    const after = toTree((await takeOver(DRAWN_PDF)).node);
    expect(after).toEqual(before);
    // Each kind of object that the rules know is there: the comparison is of something.
    expect(listDicts((await loadWhole()).node).length).toBeGreaterThan(60);
  });

  it('loses what does not belong to its drawing from each dictionary and stream, at every level', async () => {
    const page = await loadWhole();
    const expected = toTree(page.node);
    const dicts = listDicts(page.node).filter(({ path }) => !isMap(path));
    for (const { dict, path } of dicts) {
      const harm = createHarm(page.doc, path);
      HARMFUL.forEach((key, place) => {
        if (!dict.has(PDFName.of(key)))
          dict.set(PDFName.of(key), harm[place % harm.length] ?? page.doc.context.obj(null));
      });
    }
    expect(readText(page.node).match(/HARM/g)?.length).toBeGreaterThan(dicts.length);
    reducePageToVisible(page);
    expect([...readText(page.node).matchAll(/HARM [^"]*/g)].map(([text]) => text)).toEqual([]);
    expect(toTree(page.node)).toEqual(expected);
  });

  it('holds under chosen names only objects of the right kind, reduced to what their drawing needs', async () => {
    const page = await loadWhole();
    const maps = listDicts(page.node).filter(({ path }) => isMap(path));
    expect(maps.length).toBeGreaterThan(9);
    for (const { dict, path } of maps)
      createHarm(page.doc, path).forEach((harm, place) => {
        // A text under a chosen name is neither drawn nor followed.
        if (place < 4) dict.set(PDFName.of(`Extra${place}`), harm);
      });
    reducePageToVisible(page);
    expect(readText(page.node)).not.toMatch(/"\/(?:JS|EF|UF)"|HARM/);
  });

  it('holds under known entries only values of the right form: no program where a number belongs', async () => {
    const page = await loadWhole();
    for (const { dict, path } of listDicts(page.node).filter((found) => !isMap(found.path)))
      for (const key of dict.keys()) {
        const value = dict.lookup(key);
        if (toDict(value) !== null || value instanceof PDFArray || String(key) === '/Subtype') continue;
        dict.set(
          key,
          createHarm(page.doc, `${path}${String(key)}`)[dict.keys().indexOf(key) % 4] as PDFObject,
        ); // four are there
      }
    expect(readText(page.node)).toContain('HARM');
    reducePageToVisible(page);
    expect(readText(page.node)).not.toContain('HARM');
  });

  it('has no drawing that is a program in PostScript or says not what it is', async () => {
    const page = await loadWhole();
    const { context } = page.doc;
    const entries = { Program: { Type: 'XObject', Subtype: 'PS' }, Unknown: { Type: 'XObject' } };
    for (const [name, entry] of Object.entries(entries))
      page.node.setXObject(PDFName.of(name), context.register(context.stream('HARM', entry)));
    reducePageToVisible(page);
    const drawings = page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict);
    expect(drawings?.keys().map(String)).toEqual(['/Photo', '/Scan', '/Stencil', '/Form']);
  });

  it('follows no reference to a reference, behind which copying would find what was not looked at', async () => {
    const page = await loadWhole();
    const { context } = page.doc;
    const hidden = context.register(context.stream('HARM', { Type: 'EmbeddedFile', Subtype: 'Form' }));
    page.node.setXObject(PDFName.of('Hidden'), context.register(hidden)); // no file can say it; a parser might
    reducePageToVisible(page);
    expect(page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).has(PDFName.of('Hidden'))).toBe(
      false,
    );
  });

  it('keeps a list with more parts than fit on the stack', async () => {
    const page = (await PDFDocument.create({ updateMetadata: false })).addPage([10, 10]);
    const widths = page.doc.context.obj(Array.from({ length: 150_000 }, () => 500));
    const font = page.doc.context.obj({ Type: 'Font', Subtype: 'Type1', Widths: widths });
    page.node.set(PDFName.of('Resources'), page.doc.context.obj({ Font: { F1: font } }));
    reducePageToVisible(page);
    expect(toDict(font)?.lookup(PDFName.of('Widths'), PDFArray).size()).toBe(150_000);
  });

  it('keeps of an object that is used as two kinds only what both may hold', async () => {
    const page = await loadWhole();
    const { context } = page.doc;
    const both = context.register(
      context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', LW: 3, JS: 'HARM' }),
    );
    const resources = page.node.Resources();
    for (const map of ['Font', 'ExtGState'])
      resources?.lookup(PDFName.of(map), PDFDict).set(PDFName.of('Both'), both);
    reducePageToVisible(page);
    expect(toTree(context.lookup(both))).toEqual({});
  });
});

const KEYS = [
  ...'Type Subtype Resources XObject Font ExtGState ColorSpace Pattern Shading Properties CharProcs'.split(
    ' ',
  ),
  ...'Group SMask G Function Functions Encoding FontDescriptor FontFile2 DescendantFonts Contents FD'.split(
    ' ',
  ),
  ...HARMFUL,
];
const HARM_KEYS: ReadonlySet<string> = new Set(HARMFUL);

/** A drawn object: its form, the entries or parts with the numbers of the objects that they refer to. */
const drawnObject = fc.record({
  form: fc.constantFrom('dict', 'stream', 'array' as const),
  subtype: fc.constantFrom('Form', 'Image', 'PS', 'Type0'),
  entries: fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.nat({ max: 11 })), { maxLength: 8 }),
});

it('whatever objects refer to each other, reducing ends, and no harmful entry can be reached but as a chosen name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawnObject, { minLength: 12, maxLength: 12 }), async (objects) => {
      const page = (await PDFDocument.create({ updateMetadata: false })).addPage([10, 10]);
      const { context } = page.doc;
      const refs = objects.map(() => context.nextRef());
      objects.forEach(({ form, subtype, entries }, number) => {
        const pairs = entries.map(([key, to]) => [key, refs[to] as PDFRef] as const); // as many as objects
        const literal = Object.fromEntries(pairs.filter(([key]) => !HARM_KEYS.has(key)));
        const object =
          form === 'stream' ? context.stream('', { ...literal, Subtype: subtype }) : context.obj(literal);
        for (const [key] of pairs)
          if (HARM_KEYS.has(key)) toDict(object)?.set(PDFName.of(key), context.obj('HARM'));
        context.assign(
          refs[number] as PDFRef,
          form === 'array' ? context.obj(pairs.map(([, ref]) => ref)) : object,
        );
      });
      page.node.set(PDFName.of('Resources'), refs[0] as PDFRef);
      page.node.set(PDFName.of('Group'), refs[1] as PDFRef);
      page.node.set(PDFName.of('Contents'), refs[2] as PDFRef);
      reducePageToVisible(page);
      const harmful = listDicts(page.node).flatMap(({ path, dict }) =>
        dict
          .keys()
          .filter((key) => (HARM_KEYS.has(key.decodeText()) && !isMap(path) ? dict.get(key) : false)),
      );
      expect(harmful).toEqual([]);
      expect(page.node.get(TYPE)).toBe(PDFName.of('Page'));
    }),
    { numRuns: 200 },
  );
});
