import {
  decodePDFRawStream,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PdfMerger } from '#main/engine/downtime-pack/pdf-merger.ts';

const PASSWORD = 'Grüne Äpfel im März';

async function createSource(): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage([400, 300]).drawText('visible', { x: 40, y: 200, font });
  return document;
}

/** Puts a document through a pack and returns its page there; null where it was refused. */
async function takeOver(source: PDFDocument): Promise<PDFPage | null> {
  const merger = await PdfMerger.create('Pack');
  if (!(await merger.add(await source.save({ useObjectStreams: false }), null))) return null;
  const bound = await PDFDocument.load(await merger.encrypt(PASSWORD), { password: PASSWORD });
  return bound.getPage(0);
}

/** All objects of the document of a page as text; streams as their dictionaries and decoded bytes. */
function toText(page: PDFPage | null): string {
  const objects = page?.doc.context.enumerateIndirectObjects() ?? [];
  return objects
    .map(([, object]) =>
      object instanceof PDFRawStream
        ? `${String(object.dict)}${Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')}`
        : String(object),
    )
    .join('\n');
}

/** Everything that a hostile or careless program could add to a page, each part marked HARM. */
function addHarm(source: PDFDocument): void {
  const { context } = source;
  const { node } = source.getPage(0);
  const program = context.register(context.stream('MZ HARM program', { Type: 'EmbeddedFile' }));
  const file = context.register(context.obj({ Type: 'Filespec', UF: 'HARM.exe', EF: { F: program } }));
  const action = context.obj({ S: 'JavaScript', JS: 'HARM' });
  const field = context.register(context.obj({ T: 'HARM field', A: action, AA: { K: action } }));
  const shared = { Type: 'Annot', Rect: [0, 0, 9, 9] };
  const annotations = [
    { ...shared, Subtype: 'Link', A: action, PA: { S: 'URI', URI: 'https://HARM.example' } },
    { ...shared, Subtype: 'Link', AF: [file], AA: { E: action } },
    { ...shared, Subtype: 'FileAttachment', FS: file, Contents: 'HARM' },
    { ...shared, Subtype: 'Widget', Parent: field, AP: { N: { Off: context.obj({}) } } },
  ];
  const metadata = context.register(context.stream('HARM metadata', { Type: 'Metadata' }));
  const own: Readonly<Record<string, unknown>> = {
    Annots: annotations,
    AA: { O: action },
    AF: [file],
    PresSteps: { NA: action },
    PieceInfo: { Maker: { Private: 'HARM' } },
    Metadata: metadata,
    Unknown: file,
  };
  for (const [key, value] of Object.entries(own)) node.set(PDFName.of(key), context.obj(value as never)); // literals
}

it('a PDF without a page is refused', async () => {
  const merger = await PdfMerger.create('Pack');
  const empty = await (await PDFDocument.create()).save({ addDefaultPage: false });
  expect(await merger.add(empty, null)).toBe(false);
  expect(merger.pages).toBe(0);
});

describe('a page in a downtime pack', () => {
  it('holds nothing that would execute, open or play, and no data of the program that made it', async () => {
    const source = await createSource();
    addHarm(source);
    expect(Buffer.from(await source.save({ useObjectStreams: false })).toString('latin1')).toContain('HARM');
    expect(toText(await takeOver(source))).not.toContain('HARM');
  });

  it('holds only the entries that its drawing needs', async () => {
    const source = await createSource();
    addHarm(source);
    const keys = (await takeOver(source))?.node.keys().map(String);
    expect(keys?.filter((key) => key !== '/Annots').toSorted()).toEqual([
      '/Contents',
      '/MediaBox',
      '/Parent',
      '/Resources',
      '/Type',
    ]);
  });

  it('has resources without files and actions, also where they lie in a drawing within the page', async () => {
    const source = await createSource();
    const { context } = source;
    const program = context.register(context.stream('MZ HARM program', { Type: 'EmbeddedFile' }));
    const glyph = context.register(context.stream('0 0 d0 % GLYPH'));
    const deepest = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 3, 3] };
    const inner = context.stream('0 0 9 9 re f', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 9, 9],
      AF: [{ Type: 'Filespec', EF: { F: program } }],
      PieceInfo: { Maker: { Private: 'HARM' } },
      Resources: {
        Unknown: program,
        Plain: { Maker: 'HARM' },
        Properties: { P: { Metadata: program, Any: program, List: [program], Inner: { JS: 'HARM' } } },
        ColorSpace: { Mixed: [program, 'LISTED', program] },
        Font: { Drawn: { Type: 'Font', Subtype: 'Type3', CharProcs: { A: glyph } } },
        XObject: { F: context.register(context.stream('0 0 3 3 re f % DEEP', deepest)) },
      },
    });
    // The names of resources are chosen freely: these are not the entries of the same name.
    for (const name of ['A', 'AA', 'F', 'Drawing'])
      source.getPage(0).node.setXObject(PDFName.of(name), context.register(inner));
    const page = await takeOver(source);
    expect(toText(page)).not.toContain('HARM');
    expect(toText(page)).toContain('% DEEP');
    expect(toText(page)).toContain('% GLYPH');
    expect(toText(page)).toContain('[ /LISTED ]');
    const drawings = page?.node.Resources()?.lookup(PDFName.of('XObject'));
    for (const name of ['/A', '/AA', '/F', '/Drawing']) expect(String(drawings)).toContain(`${name} `);
  });
});

it('the line in the margin of a page is black on a white area that is larger than the line, whatever the page has there', async () => {
  const source = await createSource();
  source.getPage(0).drawRectangle({ x: 0, y: 0, width: 400, height: 300 });
  const merger = await PdfMerger.create('Pack');
  await merger.add(await source.save(), 'Fetched on Monday');
  const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: await merger.encrypt(PASSWORD), password: PASSWORD, verbosity: 0 });
  onTestFinished(() => task.destroy());
  const page = await (await task.promise).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const drawn = fnArray.flatMap((operator, place): readonly (string | readonly number[])[] => {
    const args = argsArray[place] as readonly unknown[]; // as pdf.js gives them for these operators
    if (operator === OPS.setFillRGBColor) return [String(args[0])];
    return operator === OPS.constructPath ? [[...(args[2] as Float32Array)]] : [];
  });
  const [white, area, black] = drawn.slice(-3);
  expect([white, black]).toEqual(['#ffffff', '#000000']);
  const { items } = await page.getTextContent();
  const line = items.findLast((item) => 'str' in item && item.str === 'Fetched on Monday');
  const { width = 0, height = 0 } = line !== undefined && 'width' in line ? line : {};
  expect(width).toBeGreaterThan(50);
  const [left = 0, bottom = 0, right = 0, top = 0] = area as readonly number[];
  expect(right - left).toBeGreaterThan(width);
  expect(top - bottom).toBeGreaterThan(height);
});

describe('the annotations of a page in a downtime pack', () => {
  /** A document with an annotation that has this appearance. */
  async function annotated(
    own: Readonly<Record<string, unknown>>,
    hasAppearance = true,
    ofStream: Readonly<Record<string, number[]>> = {},
  ) {
    const source = await createSource();
    const { context } = source;
    const stream = context.stream('0 0 1 rg 0 0 10 20 re f % STAMP', { BBox: [0, 0, 10, 20], ...ofStream });
    const annotation = {
      Type: 'Annot',
      Subtype: 'Stamp',
      Rect: [100, 50, 120, 90],
      ...(hasAppearance ? { AP: { N: context.register(stream) } } : {}),
      ...own,
    };
    source.getPage(0).node.set(PDFName.of('Annots'), context.obj([annotation]));
    return source;
  }

  it('are drawn into the page at their place and in their size', async () => {
    const text = toText(await takeOver(await annotated({})));
    expect(text).toContain('% STAMP');
    expect(text).toMatch(/2 0 0 2 100 50 cm\s+\/Annotation\S* Do/);
    expect(text).not.toContain('/Annot\n');
  });

  it('become drawings within the page, whatever they called themselves', async () => {
    const page = await takeOver(await annotated({}));
    expect(toText(page)).toMatch(/\/Type \/XObject\s+\/Subtype \/Form[^]*% STAMP/);
  });

  it.each([
    [
      'a rectangle whose corners are given the other way round',
      { Rect: [120, 90, 100, 50] },
      {},
      '2 0 0 2 100 50',
    ],
    ['an appearance that is turned by its matrix', {}, { Matrix: [0, 1, -1, 0, 0, 0] }, '1 0 0 4 120 50'],
    ['an appearance with a matrix of five numbers', {}, { Matrix: [0, 1, -1, 0, 0] }, '2 0 0 2 100 50'],
  ])('are drawn at the right place also of %s', async (_what, own, ofStream, operator) => {
    expect(toText(await takeOver(await annotated(own, true, ofStream)))).toContain(`${operator} cm`);
  });

  it.each([
    ['the rectangle has no width', { Rect: [100, 50, 100, 90] }, {}],
    ['the rectangle has no height', { Rect: [100, 50, 120, 50] }, {}],
    ['the rectangle is missing', { Rect: [] }, {}],
    ['the drawing has no extent', {}, { BBox: [0, 0, 0, 20] }],
    ['its matrix leaves no extent', {}, { Matrix: [0, 0, 0, 1, 0, 0] }],
  ])('are not drawn, and do not stop the PDF, where %s', async (_what, own, ofStream) => {
    const page = await takeOver(await annotated(own, true, ofStream));
    expect(page).not.toBeNull();
    expect(toText(page)).not.toContain('% STAMP');
  });

  it('are drawn in their state, and not at all in a state without a drawing', async () => {
    const inState = async (state: string): Promise<string> => {
      const source = await annotated({ AS: state });
      const { context } = source;
      const on = context.register(context.stream('0 0 1 1 re f % TICKED', { BBox: [0, 0, 1, 1] }));
      const box = source.getPage(0).node.Annots()?.lookup(0, PDFDict);
      box?.set(PDFName.of('AP'), context.obj({ N: { Yes: on } }));
      return toText(await takeOver(source));
    };
    expect(await inState('Yes')).toContain('% TICKED');
    expect(await inState('Off')).not.toContain('% TICKED');
  });

  it.each([
    ['a note', { Subtype: 'Text' }, true],
    ['an empty field', { Subtype: 'Widget' }, true],
    ['a field with a value', { Subtype: 'Widget', V: 'URGENT' }, false],
    ['a field whose value may be in another', { Subtype: 'Widget', Parent: {} }, false],
  ])('without an appearance: %s', async (_what, own, isTaken) => {
    expect((await takeOver(await annotated(own, false))) !== null).toBe(isTaken);
  });

  it('are not drawn where they are hidden', async () => {
    expect(toText(await takeOver(await annotated({ F: 2 })))).not.toContain('% STAMP');
  });

  it('are never lost silently: the PDF is refused where one has no appearance that could be drawn', async () => {
    expect(await takeOver(await annotated({ Subtype: 'FreeText', Contents: 'URGENT' }, false))).toBeNull();
    expect(await takeOver(await annotated({ Subtype: 'Link' }, false))).not.toBeNull();
  });
});
