import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSeedData } from '#main/demo/seed/seed-data.ts';
import { createLazyGeneratedRequisitions } from '#main/demo/seed/requisitions.ts';
import { renderRequisitionPdf } from '#main/demo/pdf/document.ts';
import { toStandardFontText } from '#main/demo/pdf/standard-font-text.ts';
import type { DemoRequisition } from '#main/demo/resources.ts';
import { ask, openClinic, START } from './open-clinic.ts';

const MINUTE = 60_000;
const WORLD = createSeedData(5, START, 40);
const SOURCE = createLazyGeneratedRequisitions(WORLD, 1200);

/** The drawing instructions of a PDF. */
function contents(pdf: Buffer): string[] {
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, stream = '']) => stream);
  return streams.map((stream) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'));
}

/** The text of a page, from the hexadecimal pieces that PDFKit writes between its kernings. */
function toText(pdf: Buffer): string {
  const pieces = [
    ...contents(pdf)
      .join('\n')
      .matchAll(/\[(<.*?>.*?)\] TJ/g),
  ].map(([, line = '']) =>
    [...line.matchAll(/<([0-9a-f]*)>/g)]
      .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
      .join(''),
  );
  return pieces.join('\n');
}

function pages(pdf: Buffer): number {
  return [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length;
}

function requisitions(keep: (one: DemoRequisition) => boolean): DemoRequisition[] {
  return Array.from({ length: SOURCE.size }, (_, index) => SOURCE.record(index)).filter(keep);
}

describe('GET /v2/requisitions/:id/pdf, sections 4.2 and 8', () => {
  it('returns a link on another origin and when it expires, within 30 minutes', async () => {
    const clinic = await openClinic();
    const { id } = clinic.first('requisition');
    const { status, json } = await clinic.get(`/v2/requisitions/${id}/pdf`);
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['id', 'object', 'url', 'expires_at']);
    expect(json).toMatchObject({ id, object: 'requisition' });
    expect(new URL(String(json.url)).origin).toBe(clinic.sandbox.pdfOrigin);
    expect(clinic.sandbox.pdfOrigin).not.toBe(clinic.sandbox.baseUrl);
    const lifetime = Date.parse(String(json.expires_at)) - clinic.clock.now();
    expect(lifetime).toBeGreaterThan(0);
    expect(lifetime).toBeLessThanOrEqual(30 * MINUTE);
  });

  it('leads to a PDF without any token', async () => {
    const clinic = await openClinic();
    const { id } = clinic.first('requisition');
    const { json } = await clinic.get(`/v2/requisitions/${id}/pdf`);
    const pdf = await ask(String(json.url));
    expect(pdf.status).toBe(200);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.text.startsWith('%PDF-1.')).toBe(true);
    expect(pdf.text.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(clinic.sandbox.requests().at(-1)).toMatchObject({
      origin: 'pdf',
      hasAuthorization: false,
      hasJwt: false,
    });
  });

  it('expires after 30 minutes, and a new link is valid', async () => {
    const clinic = await openClinic();
    const path = `/v2/requisitions/${clinic.first('requisition').id}/pdf`;
    const url = String((await clinic.get(path)).json.url);
    clinic.clock.advance(30 * MINUTE - 1);
    expect((await ask(url)).status).toBe(200);
    clinic.clock.advance(1);
    expect((await ask(url)).status).toBe(403);
    expect((await ask(String((await clinic.get(path)).json.url))).status).toBe(200);
  });

  it.each([
    ['another requisition', (url: string, other: string) => url.replace(/req_\w+/, other)],
    ['a later expiry', (url: string) => url.replace(/expires=\d+/, (part) => `${part}0`)],
    ['a changed signature', (url: string) => url.replace(/signature=../, 'signature=AA')],
    ['no signature', (url: string) => url.replace(/&signature=.*/, '')],
    ['no query', (url: string) => url.replace(/\?.*/, '')],
  ])('refuses a link with %s', async (_, forge) => {
    const clinic = await openClinic();
    const [first, second] = clinic.serviceRecords('requisition').map(({ id }) => id);
    const url = String((await clinic.get(`/v2/requisitions/${first}/pdf`)).json.url);
    const forged = forge(url, second ?? '');
    expect(forged).not.toBe(url);
    expect((await ask(forged)).status).toBe(403);
  });

  it('draws the requisition as it is now', async () => {
    const clinic = await openClinic();
    const path = `/v2/requisitions/${clinic.first('requisition').id}`;
    await clinic.post(path, { name: 'Zebra panel', order_details: 'Stripes, please' });
    const response = await fetch(String((await clinic.get(`${path}/pdf`)).json.url));
    const words = toText(Buffer.from(await response.arrayBuffer()));
    expect(words).toContain('Zebra panel');
    expect(words).toContain('Stripes, please');
  });
});

describe('the PDF of a requisition', () => {
  it('is one page for every requisition, for any length and script of its texts', async () => {
    const odd = requisitions(
      (one) =>
        one.order_details.length > 5000 ||
        one.name.length > 200 ||
        one.name === '' ||
        /[^\u0020-\u00ff]/.test(one.name),
    );
    expect(odd.length).toBeGreaterThan(50);
    for (const requisition of odd.slice(0, 80)) {
      expect(pages(await renderRequisitionPdf(requisition, WORLD))).toBe(1);
    }
  });

  it('is one page with more rows than fit and very long words', async () => {
    const [one] = requisitions(() => true);
    if (one === undefined) throw new Error('no requisition');
    const word = 'ä'.repeat(3000);
    const requisition: DemoRequisition = {
      ...one,
      name: word,
      diagnoses: Array.from({ length: 60 }, () => ({ id: 'diag_1', code: word, description: word })),
      scripts: Array.from({ length: 60 }, () => ({ id: 'scrt_1', name: word, description: word })),
      order_details: `${word}\n`.repeat(400),
    };
    const pdf = await renderRequisitionPdf(requisition, WORLD);
    expect(pages(pdf)).toBe(1);
    expect(toText(pdf)).toContain('and 53 more');
  });

  it('clips long texts, with an ellipsis', async () => {
    const [one] = requisitions(({ diagnoses, scripts }) => diagnoses.length === 1 && scripts.length === 1);
    if (one === undefined) throw new Error('no such requisition');
    const numbered = (word: string): string =>
      Array.from({ length: 400 }, (_, index) => `${word}${index}`).join('\n');
    const long = { ...one, name: numbered('title'), order_details: numbered('detail') };
    const words = toText(await renderRequisitionPdf(long, WORLD));
    expect(words.match(/title\d+/g)).toEqual(['title0', 'title1']);
    const details = words.match(/detail\d+/g) ?? [];
    expect(details.length).toBeGreaterThan(20);
    expect(details.length).toBeLessThan(32);
    expect(words).toContain(`${details.at(-1)}\u0085`);
  });

  it('names patient, provider, facility, codes, tests, details and status', async () => {
    const [one] = requisitions(
      ({ name, diagnoses, scripts, order_details, service_facility }) =>
        /^[ -~]+$/.test(name + order_details) &&
        diagnoses.length > 1 &&
        scripts.length > 1 &&
        service_facility !== '',
    );
    if (one === undefined) throw new Error('no such requisition');
    const words = toText(await renderRequisitionPdf(one, WORLD));
    for (const id of [one.id, one.patient, one.ordering_provider, one.service_facility])
      expect(words).toContain(id);
    for (const { code } of one.diagnoses) expect(words).toContain(code);
    expect(words).toContain(one.scripts[0]?.name);
    expect(words).toContain(one.order_details.split(' ').slice(0, 3).join(' '));
  });

  it('carries a watermark exactly when it is a draft', async () => {
    const [draft] = requisitions((one) => one.status_history.length === 1);
    const [sent] = requisitions((one) => one.status_history.length === 2);
    if (draft === undefined || sent === undefined) throw new Error('no such requisition');
    expect(toText(await renderRequisitionPdf(draft, WORLD))).toContain('DRAFT');
    expect(toText(await renderRequisitionPdf(sent, WORLD))).not.toContain('DRAFT');
  });

  it('is the same, byte for byte, for the same requisition', async () => {
    const [one] = requisitions(() => true);
    if (one === undefined) throw new Error('no requisition');
    const [first, second] = [await renderRequisitionPdf(one, WORLD), await renderRequisitionPdf(one, WORLD)];
    expect(first.equals(second)).toBe(true);
  });
});

describe('texts in letters that the standard fonts lack', () => {
  it.each([
    ['Großes Blutbild, “à jeun” – 5 €', 'Großes Blutbild, “à jeun” – 5 €'],
    ['Łukasz Gąsior', 'Lukasz Gasior'],
    ['Đặng Nguyễn', 'Dang Nguyen'],
    ['Общий анализ крови', 'Obshchij analiz krovi'],
    ['Παπαδοπούλου', 'Papadopoulou'],
    ['فحص صورة دم كاملة', '[text in Arabic script]'],
    ['ספירת דם', '[text in Hebrew script]'],
    ['血液検査 CBC', '[text in Chinese or Japanese script] CBC'],
    ['पूर्ण रक्त गणना (CBC)', '[text in Devanagari script] (CBC)'],
    ['a\u0000b\u202ec\tд', 'a b c d'],
    ['🙂', '[text in another script]'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(toStandardFontText(text)).toBe(expected);
  });
});
