import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { recordIdSchema } from '#contract/record-schemas.ts';
import { PdfMerger } from '#main/engine/downtime-pack/pdf-merger.ts';
import { getCode, unwrap } from '../../../support/engine.ts';
import { openPdfService, type PdfServiceFixture } from '../pdfs/pdf-app.ts';

const PASSWORD = 'Grüne Äpfel im März';
const NAME = 'SENTINEL-Okafor';

let app: PdfServiceFixture;
let packs = 0;
beforeAll(async () => {
  app = await openPdfService();
});
afterAll(() => app.close());

/** A PDF with one text on each of its pages. */
async function pdfSaying(...lines: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.setTitle(`${NAME} in the title`);
  for (const line of lines) document.addPage([400, 300]).drawText(line, { x: 40, y: 200, font });
  return new Uint8Array(await document.save({ useObjectStreams: false }));
}

interface Asked {
  readonly requisitions?: readonly string[];
  readonly file?: string;
  readonly pages?: Uint8Array<ArrayBuffer>;
  readonly replaces?: boolean;
  readonly locale?: string;
}

async function makePack(asked: Asked = {}, password = PASSWORD) {
  packs += 1;
  const { requisitions = [], file = path.join(app.folder, `pack-${packs}.pdf`), replaces = false } = asked;
  const pages = asked.pages ?? (await pdfSaying(`${NAME} at nine`));
  const input: InternalProcedureInput<'pack.make'> = {
    pages,
    requisitions,
    password,
    path: file,
    replaces,
    zone: 'Europe/Berlin',
    locale: asked.locale ?? 'en-GB',
  };
  return { file, made: await app.engine().control('pack.make', input) };
}

/** The text of a PDF as pdf.js extracts it, with which Intray shows PDFs. */
async function textByPdfJs(file: string, password: string): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const fonts = path.join(
    path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
    'standard_fonts/',
  );
  const data = new Uint8Array(readFileSync(file));
  const task = getDocument({ data, password, standardFontDataUrl: fonts, verbosity: 0 });
  const document = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await task.destroy();
  return texts.join('\n');
}

const hasPoppler = spawnSync('pdfinfo', ['-v']).error === undefined;

describe('a downtime pack', () => {
  it('contains the printed pages, then the stored PDFs in the requested order, each with its date', async () => {
    const [first = '', second = '', third = ''] = app.ids;
    await app.fetch(first);
    await app.fetch(third);
    const { file, made } = await makePack({ requisitions: [third, second, first] });
    expect(unwrap(made)).toEqual({ pages: 3, missing: [second] });
    const [sheets = '', ofThird = '', ofFirst = ''] = (await textByPdfJs(file, PASSWORD)).split('\n');
    expect(sheets).toContain(`${NAME} at nine`);
    expect(sheets).not.toContain('As of');
    expect(ofThird).toMatch(/As of .* \(Europe\/Berlin\)/);
    expect(ofThird).toContain(`requisition …${third.slice(-6)}`);
    expect(ofFirst).toContain(first.slice(-6));
  });

  it('is stamped in German where Intray is German, and in English where the font of the margin has no letters', async () => {
    const { id } = await app.fetch();
    const [german, arabic] = [
      await makePack({ requisitions: [id], locale: 'de-AT' }),
      await makePack({ requisitions: [id], locale: 'ar-EG-u-ca-gregory-nu-latn' }),
    ];
    expect(await textByPdfJs(german.file, PASSWORD)).toMatch(
      new RegExp(`Stand .* \\(Europe/Berlin\\) · Anforderung …${id.slice(-6)}`),
    );
    expect(await textByPdfJs(arabic.file, PASSWORD)).toMatch(
      new RegExp(`As of .* \\(Europe/Berlin\\) · requisition …${id.slice(-6)}`),
    );
  });

  it('opens only with its password, and reveals nothing without it', async () => {
    const { id } = await app.fetch();
    const { file, made } = await makePack({ requisitions: [id] });
    unwrap(made);
    await expect(textByPdfJs(file, 'Gruene Aepfel im Maerz')).rejects.toThrow(/password/i);
    await expect(textByPdfJs(file, '')).rejects.toThrow(/password/i);
    const bytes = readFileSync(file).toString('latin1');
    for (const plain of [NAME, id, id.slice(-6), 'As of', PASSWORD, 'Downtime'])
      expect(bytes).not.toContain(plain);
  });

  it('opens with the same password of another keyboard, in readers that prepare it and in those that compare bytes', async () => {
    const typed = 'Gru\u0308ne A\u0308pfel im\u00a0\ufb01nal';
    const { file, made } = await makePack({}, typed);
    unwrap(made);
    const prepared = 'Grüne Äpfel im final';
    for (const same of [typed, typed.normalize('NFC'), prepared, prepared.normalize('NFD')])
      expect(await textByPdfJs(file, same)).toContain(NAME);
    // A reader that compares bytes.
    const open = (password: string) => PDFDocument.load(readFileSync(file), { password });
    for (const same of [typed.normalize('NFC'), prepared]) expect((await open(same)).getPageCount()).toBe(1);
    await expect(open('Grüne Äpfel im finale')).rejects.toThrow(/password/i);
  });

  it('is not made with a new password that readers may refuse', async () => {
    for (const password of ['Grüne Äpfel \u{1f600}', 'كلمة سر 2026', 'nine char\u00ad'])
      expect(getCode((await makePack({}, password)).made)).toBe('invalid-input');
  });

  it('is encrypted with AES-256, as in PDF 2.0', async () => {
    const { file, made } = await makePack();
    unwrap(made);
    const bytes = readFileSync(file).toString('latin1');
    const [dictionary = ''] = /<<(?:(?!endobj)[\s\S])*\/Filter\s*\/Standard[\s\S]*?endobj/.exec(bytes) ?? [];
    expect(dictionary).toMatch(/\/V 5\b/);
    expect(dictionary).toMatch(/\/R 6\b/);
    expect(dictionary).toMatch(/\/CFM \/AESV3\b/);
    expect(dictionary).not.toMatch(/\/AESV2|\/V2\b/);
    // The bits of the permissions: printing, changing, copying, reading aloud, printing sharply.
    const permissions = Number(/\/P (-?\d+)/.exec(dictionary)?.[1]);
    expect([2, 3, 4, 9, 11].map((bit) => (permissions >> bit) & 1)).toEqual([1, 0, 1, 1, 1]);
  });

  it.skipIf(!hasPoppler)(
    'opens in another reader with AES-256, and may be printed (skipped: no poppler)',
    async () => {
      const { file, made } = await makePack();
      unwrap(made);
      const facts = execFileSync('pdfinfo', ['-upw', PASSWORD, file], { encoding: 'utf8' });
      expect(facts).toContain('AES-256');
      expect(facts).toContain('print:yes copy:yes change:no');
      expect(facts).toContain('Downtime pack');
      expect(execFileSync('pdftotext', ['-upw', PASSWORD, file, '-'], { encoding: 'utf8' })).toContain(NAME);
      expect(spawnSync('pdfinfo', ['-upw', 'another password', file]).status).not.toBe(0);
    },
  );

  it('is a file for its owner only, complete or absent, and replaces no file unless allowed to', async () => {
    const { file, made } = await makePack();
    unwrap(made);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file);
    expect(getCode((await makePack({ file })).made)).toBe('invalid-input');
    expect(readFileSync(file).equals(before)).toBe(true);
    unwrap((await makePack({ file, replaces: true })).made);
    expect(readFileSync(file).equals(before)).toBe(false);
    const nowhere = path.join(app.folder, 'no such folder', 'pack.pdf');
    expect((await makePack({ file: nowhere })).made.ok).toBe(false);
    expect(readdirSync(app.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('is not made from printed pages that are no PDF', async () => {
    const pages = new TextEncoder().encode('no PDF at all');
    const { file, made } = await makePack({ pages });
    expect(getCode(made)).toBe('bad-payload');
    expect(() => statSync(file)).toThrow(/ENOENT/);
  });

  it('logs which PDFs were exported, and never the password', async () => {
    const { id } = await app.fetch();
    unwrap((await makePack({ requisitions: [id] })).made);
    const { printLog } = unwrap(await app.engine().call('pdfs.get', { id }));
    expect(printLog[0]).toMatchObject({ requisition: id, action: 'saved' });
    expect(app.engine().logged.join('\n')).not.toContain(PASSWORD);
  });
});

describe('a downtime pack with problems', () => {
  it('stamps a PDF with its pending changes, which it does not contain', async () => {
    const { id } = await app.fetch(app.ids[4]);
    const other = (await app.fetch(app.ids[5])).id;
    app.clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 503 } });
    await app.save({
      operation: 'requisitions.update',
      data: { id: recordIdSchema('requisition').parse(id), order_details: 'Changed here' },
    });
    const { file, made } = await makePack({ requisitions: [id, other] });
    unwrap(made);
    const [, changed = '', unchanged = ''] = (await textByPdfJs(file, PASSWORD)).split('\n');
    expect(changed).toContain('changes here are not in it');
    expect(unchanged).not.toContain('changes here are not in it');
    app.clinic.faults.clear();
  });
});

describe('merging', () => {
  it('omits PDFs that cannot be read, and continues', async () => {
    const merger = await PdfMerger.create('Pack');
    const whole = await pdfSaying('one', 'two');
    expect(await merger.add(whole, null)).toBe(true);
    expect(await merger.add(whole.slice(0, 300), 'As of now')).toBe(false);
    expect(await merger.add(new Uint8Array(), 'As of now')).toBe(false);
    expect(await merger.add(new Uint8Array(5_000).fill(0x25), 'As of now')).toBe(false);
    const locked = await PDFDocument.load(whole);
    locked.encrypt({ userPassword: 'of somebody else', ownerPassword: 'of somebody else' });
    expect(await merger.add(await locked.save(), 'As of now')).toBe(false);
    expect(await merger.add(whole, 'As of now')).toBe(true);
    expect(merger.pages).toBe(4);
  });

  it('stamps rotated pages in their visible lower margin', async () => {
    const turned = await PDFDocument.create();
    for (const angle of [0, 90, 180, 270]) {
      const page = turned.addPage([400, 300]);
      page.setRotation(degrees(angle));
    }
    const merger = await PdfMerger.create('Pack');
    expect(await merger.add(await turned.save(), 'As of noon')).toBe(true);
    const file = path.join(app.folder, 'turned.pdf');
    writeFileSync(file, await merger.encrypt(PASSWORD));
    const text = await textByPdfJs(file, PASSWORD);
    expect(text.split('\n')).toEqual(Array(4).fill('As of noon'));
  });
});
