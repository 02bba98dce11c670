import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startLoopback } from '../../../support/loopback.ts';
import { askedAtLinks, openPdfService, pdfApp, type PdfServiceFixture } from './pdf-app.ts';

const LINK = /\/pdf$/;
const DOCUMENT = /^\/documents\//;

type LinkAnswer = Readonly<Record<string, unknown>>;

/** From now on the service returns this instead of the true link. */
function relink(
  { clinic }: PdfServiceFixture,
  change: (answer: LinkAnswer) => unknown,
  times = Infinity,
): void {
  const body = (parsed: unknown): unknown => change(parsed as LinkAnswer); // the clinic returns an object
  clinic.faults.add({ match: { path: LINK, times }, action: { kind: 'replace', body } });
}

/** Counts from now on how often a link was requested, and how often one was followed. */
function counting({ clinic }: PdfServiceFixture): () => readonly [asked: number, followed: number] {
  const count = (): [number, number] => [
    clinic.requests().filter((request) => LINK.test(request.path)).length,
    askedAtLinks(clinic),
  ];
  const [asked, followed] = count();
  return () => {
    const now = count();
    return [now[0] - asked, now[1] - followed];
  };
}

describe('a link', () => {
  let app: PdfServiceFixture;
  beforeAll(async () => {
    app = await openPdfService({ requisitions: 80 });
  }, 30_000);
  afterEach(() => app.clinic.faults.clear());
  afterAll(() => app.close());

  it('is followed without credentials, cookies or identifying headers', async () => {
    await app.fetch(app.fresh());
    const followed = app.clinic.requests().filter(({ origin }) => origin === 'pdf');
    expect(followed).toHaveLength(1);
    expect(followed[0]).toMatchObject({ hasAuthorization: false, hasJwt: false });
    expect(Object.keys(followed[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
    ]);
  });

  it('is in no file, event or log line afterwards', async () => {
    const other = await pdfApp();
    await other.fetch();
    other.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 403 } });
    await other.fetch(other.ids[1]);
    const { events, logged } = other.engine();
    const followed = other.clinic.requests().filter(({ origin }) => origin === 'pdf');
    const secrets = [...followed.map(({ query }) => query), 'signature='];
    await other.engine().close();
    const files = readdirSync(other.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
    const told = [...files, JSON.stringify(events), ...logged];
    for (const secret of secrets) expect(told.some((text) => text.includes(secret))).toBe(false);
    expect(files.some((text) => text.includes('%PDF-'))).toBe(false);
  });

  it.each([
    [
      'that had expired already',
      (answer: LinkAnswer) => ({ ...answer, expires_at: '2020-01-01T00:00:00.000Z' }),
    ],
    [
      'that had expired already, by a number,',
      (answer: LinkAnswer) => ({ ...answer, expires_at: Date.parse('2020-01-01T00:00:00.000Z') }),
    ],
  ])('%s is not followed; a new one is requested, once', async (_, change) => {
    const count = counting(app);
    relink(app, change, 1);
    expect(await app.fetch(app.fresh())).toMatchObject({ state: 'here' });
    expect(count()).toEqual([2, 1]);
    relink(app, change);
    expect(await app.fetch(app.fresh())).toMatchObject({
      state: 'failed',
      error: { code: 'link-refused' },
    });
    expect(count()).toEqual([4, 1]);
  });

  it.each([
    ['without an expiry', undefined],
    ['whose expiry is no moment', 'soon'],
    ['whose expiry has no seconds', '2020-01-01T00:00Z'],
    ['whose expiry is a number', Date.now() + 60_000],
  ])('%s is followed: its host decides', async (_, expiry) => {
    const count = counting(app);
    relink(app, (answer) => ({ ...answer, expires_at: expiry }));
    expect(await app.fetch(app.fresh())).toMatchObject({ state: 'here' });
    expect(count()).toEqual([1, 1]);
  });

  it('is judged by the clock of the service, not by the local one', async () => {
    const past = '2020-01-01T00:00:00.000Z';
    const count = counting(app);
    // A service whose clock is years behind: its links are valid.
    app.clinic.faults.add({
      match: { path: LINK, times: 1 },
      action: { kind: 'date', value: 'Wed, 01 Jan 2020 00:00:00 GMT' },
    });
    expect(await app.fetch(app.fresh())).toMatchObject({ state: 'here' });
    expect(count()).toEqual([1, 1]);
    relink(app, (answer) => ({ ...answer, expires_at: past }), 1);
    expect(await app.fetch(app.fresh())).toMatchObject({ state: 'here' });
    expect(count()).toEqual([3, 2]);
    // A link that ended years ago here, and is valid there.
    let link = '';
    const keepLink = (answer: LinkAnswer): LinkAnswer => {
      link = JSON.stringify({ ...answer, expires_at: '2020-01-02T00:00:00.000Z' });
      return { ...answer, expires_at: past };
    };
    relink(app, keepLink, 1);
    app.clinic.faults.add({
      match: { path: LINK, times: 1 },
      action: {
        kind: 'answer',
        status: 200,
        headers: { date: 'Wed, 01 Jan 2020 00:00:00 GMT' },
        get body() {
          return link;
        },
      },
    });
    expect(await app.fetch(app.fresh())).toMatchObject({ state: 'here' });
    expect(count()).toEqual([5, 3]);
  });

  it.each([403, 410, 401])('that its host refuses (%i) is requested again, once', async (status) => {
    const count = counting(app);
    app.clinic.faults.add({ match: { path: DOCUMENT, times: 1 }, action: { kind: 'answer', status } });
    expect(await app.fetch(app.fresh())).toMatchObject({ state: 'here' });
    app.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status } });
    expect(await app.fetch(app.fresh())).toMatchObject({
      state: 'failed',
      hash: null,
      error: { code: 'link-refused' },
    });
    expect(count()).toEqual([4, 4]);
  });

  it.each([301, 302, 303, 307, 308])('that redirects (%i) is not followed there', async (status) => {
    const otherClient = await startLoopback((_, response) => response.end('%PDF-1.7\n%%EOF\n'));
    for (const location of [`${otherClient.origin}/x.pdf`, 'file:///etc/passwd']) {
      app.clinic.faults.clear();
      app.clinic.faults.add({
        match: { path: DOCUMENT },
        action: { kind: 'answer', status, headers: { location } },
      });
      expect(await app.fetch(app.fresh())).toMatchObject({
        state: 'failed',
        error: { code: 'link-refused' },
      });
    }
    await otherClient.close();
    expect(otherClient.seen).toEqual([]);
  });

  it.each([
    'http://example.org/a.pdf',
    'https://169.254.169.254/latest/meta-data',
    'https://0xa9.254.0.1/a.pdf',
    'https://[fe80::1]/a.pdf',
    'https://[::ffff:127.0.0.1]/a.pdf',
    'https://0.0.0.0/a.pdf',
    'https://user:word@example.org/a.pdf',
    'file:///etc/passwd',
    'data:application/pdf,%25PDF-1.7',
    'javascript:alert(1)',
    'ftp://127.0.0.1/a.pdf',
    '//example.org/a.pdf',
    '/documents/a.pdf',
    'http://127.0.0.1:1/a\r\nHost: evil.example',
    ' http://127.0.0.1:1/a.pdf',
    `https://example.org/${'a'.repeat(20_000)}`,
    '',
    null,
    42,
    ['https://example.org/a.pdf'],
  ])('to %j is refused', async (url) => {
    const count = counting(app);
    relink(app, (answer) => ({ ...answer, url }));
    expect(await app.fetch(app.fresh())).toMatchObject({
      state: 'failed',
      error: { code: 'link-refused' },
    });
    expect(count()).toEqual([1, 0]);
  });

  it.each([
    ['of another requisition', (answer: LinkAnswer) => ({ ...answer, id: 'req_other' })],
    ['of another kind', (answer: LinkAnswer) => ({ ...answer, object: 'form' })],
    ['that is a list', () => []],
    ['that is no object', () => 'https://example.org'],
  ])('in a response %s is rejected', async (_, change) => {
    const count = counting(app);
    relink(app, change);
    expect(await app.fetch(app.fresh())).toMatchObject({ state: 'failed', error: { code: 'bad-payload' } });
    expect(count()).toEqual([1, 0]);
  });

  it('with a query of ten thousand characters, or a validity of a month, is followed', async () => {
    relink(app, (answer) => ({
      ...answer,
      url: `${String(answer['url'])}&more=${'x'.repeat(10_000)}`,
      expires_at: new Date(Date.now() + 31 * 86_400_000).toISOString(),
    }));
    expect(await app.fetch(app.fresh())).toMatchObject({ state: 'here' });
  });
});
