import { describe, expect, it, onTestFinished } from 'vitest';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { getCode, until, unwrap } from '../../../support/engine.ts';
import { startLoopback } from '../../../support/loopback.ts';
import { aMoment, askedAtLinks, pdfApp } from './pdf-app.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';

const LINK = /\/pdf$/;
const DOCUMENT = /^\/documents\//;

describe('a requested PDF', () => {
  it('is stored whole and with its hash, and is read piece by piece', async () => {
    const app = await pdfApp();
    const pdf = await app.fetch();
    const record = app.serviceRecords('requisition').get(pdf.id);
    const bytes = await app.bytes();
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf).toEqual({
      id: app.ids[0],
      state: 'here',
      received: bytes.length,
      size: bytes.length,
      fetchedAt: expect.any(Number) as number,
      version: Date.parse(String(record?.['last_updated_at'])),
      hash: createHash('sha256').update(bytes).digest('hex'),
      isStale: false,
      error: null,
      printedBefore: null,
      printLog: [],
    });
  });

  it('of more than one piece is stored exactly', async () => {
    const app = await pdfApp();
    const filler = Buffer.alloc(2_700_001, 'stripes ');
    const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), filler, Buffer.from('\n%%EOF\n')]);
    app.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 200, body } });
    expect(await app.fetch()).toMatchObject({ state: 'here', size: body.length });
    expect((await app.bytes()).equals(body)).toBe(true);
  });

  it('is fetched once: one in the version of the record is kept', async () => {
    const app = await pdfApp();
    await app.fetch();
    const again = await app.engine().call('pdfs.fetch', { ids: [app.ids[0] ?? ''] });
    expect(unwrap(again)).toEqual({ queued: 0 });
    await aMoment();
    expect(askedAtLinks(app.clinic)).toBe(1);
  });

  it('remains over a restart', async () => {
    const app = await pdfApp();
    const { hash } = await app.fetch();
    await app.restart();
    expect(await app.get()).toMatchObject({ state: 'here', hash });
  });

  it('is outdated once the record has changed, and can be read until a new one is stored', async () => {
    const app = await pdfApp();
    const before = await app.fetch();
    await changeAsOtherClient(app.clinic, `/v2/requisitions/${before.id}`, { name: 'Another name' });
    await app.sync();
    expect(await app.get()).toMatchObject({ state: 'here', isStale: true, hash: before.hash });
    app.clinic.faults.add({ match: { path: DOCUMENT, times: 1 }, action: { kind: 'answer', status: 500 } });
    expect(await app.fetch()).toMatchObject({
      state: 'failed',
      isStale: true,
      hash: before.hash,
      error: { code: 'server-error' },
    });
    expect((await app.bytes()).length).toBe(before.size);
    const after = await app.fetch();
    expect(after).toMatchObject({ state: 'here', isStale: false, error: null });
    expect(after.hash).not.toBe(before.hash);
  });

  it('of a record that changes during the download is fetched once more', async () => {
    const app = await pdfApp();
    const id = app.fresh();
    let turns = 0;
    const origin = await startLoopback((_, response) => {
      const answer = (): void => void response.end(`%PDF-1.7\n${++turns}\n%%EOF\n`);
      if (turns > 0) return answer();
      app.clinic.otherUsers.updateRequisition(id, { name: 'Changed in between' });
      app.sync().then(answer, answer);
    });
    onTestFinished(() => origin.close());
    const body = (link: unknown): unknown => ({ ...(link as object), url: `${origin.origin}/a.pdf` });
    app.clinic.faults.add({ match: { path: LINK }, action: { kind: 'replace', body } });
    const pdf = await app.fetch(id);
    const changed = Date.parse(String(app.serviceRecords('requisition').get(id)?.['last_updated_at']));
    expect(pdf).toMatchObject({ state: 'here', version: changed, isStale: false });
    expect((await app.bytes(id)).toString()).toContain('\n2\n');
    expect(origin.seen).toHaveLength(2);
  });

  it('of a newer record than the cached one is never taken for newer than it is', async () => {
    const app = await pdfApp();
    const before = await app.get();
    const happens = (): void => void app.clinic.otherUsers.updateRequisition(before.id, { name: 'Changed' });
    app.clinic.faults.add({ match: { path: DOCUMENT, times: 1 }, action: { kind: 'meanwhile', happens } });
    await app.fetch();
    await app.sync();
    expect(await app.get()).toMatchObject({ state: 'here', isStale: true });
  });

  it('that is on its way is not fetched again when it is requested again', async () => {
    const app = await pdfApp();
    const [id = ''] = app.ids;
    app.clinic.faults.add({
      match: { path: DOCUMENT },
      action: { kind: 'truncate', keepBytes: 900, ending: 'hang' },
    });
    expect(unwrap(await app.engine().call('pdfs.fetch', { ids: [id] }))).toEqual({ queued: 1 });
    const { received } = await app.pdf((pdf) => pdf.received > 0);
    expect(unwrap(await app.engine().call('pdfs.fetch', { ids: [id] }))).toEqual({ queued: 0 });
    expect((await app.get()).received).toBeGreaterThanOrEqual(received);
    expect(askedAtLinks(app.clinic)).toBe(1);
    unwrap(await app.engine().call('pdfs.cancel', { ids: [id] }));
  });

  it.each([
    ['that the host announces', { 'content-length': 5_000 }, 5_000],
    ['that the host does not announce', {}, null],
    ['of compressed bytes', { 'content-length': 5_000, 'content-encoding': 'gzip' }, null],
  ] as const)('has a size while it arrives: %s', async (_what, headers, size) => {
    const app = await pdfApp();
    const [id = ''] = app.ids;
    const isGzip = 'content-encoding' in headers;
    const origin = await startLoopback((_, response) => {
      const begin = Buffer.from(`%PDF-1.7\n${'x'.repeat(900)}`);
      response.writeHead(200, headers);
      response.write(isGzip ? gzipSync(begin).subarray(0, 20) : begin);
    });
    onTestFinished(() => origin.close());
    const body = (link: unknown): unknown => ({ ...(link as object), url: `${origin.origin}/a.pdf` });
    app.clinic.faults.add({ match: { path: LINK }, action: { kind: 'replace', body } });
    await app.engine().call('pdfs.fetch', { ids: [id] });
    await until(async () => origin.seen.length > 0, 'the download to begin');
    if (!isGzip) await app.pdf(({ received }) => received > 0);
    expect((await app.pdf(({ state }) => state === 'arriving')).size).toBe(size);
    unwrap(await app.engine().call('pdfs.cancel', { ids: [id] }));
  });

  it('that is cancelled leaves nothing', async () => {
    const app = await pdfApp();
    const [id = ''] = app.ids;
    app.clinic.faults.add({
      match: { path: DOCUMENT },
      action: { kind: 'truncate', keepBytes: 900, ending: 'hang' },
    });
    await app.engine().call('pdfs.fetch', { ids: [id] });
    await app.pdf(({ received }) => received > 0);
    unwrap(await app.engine().call('pdfs.cancel', { ids: [id] }));
    expect(await app.get()).toMatchObject({ state: 'none', received: 0, hash: null, error: null });
    app.clinic.faults.clear();
    expect(await app.fetch()).toMatchObject({ state: 'here' });
  });

  it('is removed if the user says so', async () => {
    const app = await pdfApp();
    const { id } = await app.fetch();
    unwrap(await app.engine().call('pdfs.remove', { ids: [id] }));
    expect(await app.get()).toMatchObject({ state: 'none', hash: null });
    expect(getCode(await app.engine().call('pdfs.read', { id, offset: 0 }))).toBe('not-found');
  });

  it('that is removed while it arrives stops arriving', async () => {
    const app = await pdfApp();
    const [id = ''] = app.ids;
    app.clinic.faults.add({
      match: { path: DOCUMENT },
      action: { kind: 'truncate', keepBytes: 900, ending: 'hang' },
    });
    unwrap(await app.engine().call('pdfs.fetch', { ids: [id] }));
    await app.pdf(({ received }) => received > 0);
    unwrap(await app.engine().call('pdfs.remove', { ids: [id] }));
    expect(await app.get()).toMatchObject({ state: 'none', received: 0, hash: null, error: null });
  });

  it('of a requisition that is not at the service yet is not available', async () => {
    const app = await pdfApp();
    const provider = String(app.first('requisition')['ordering_provider']);
    const patient = String(app.first('requisition')['patient']);
    const data = { patient, type: 'lab', ordering_provider: provider, name: 'New' } as const;
    const { id } = await app.save({ operation: 'requisitions.create', data });
    expect(getCode(await app.engine().call('pdfs.get', { id }))).toBe('not-found');
    expect(getCode(await app.engine().call('pdfs.fetch', { ids: [id] }))).toBe('not-found');
    await app.sync();
    expect(await app.fetch(id)).toMatchObject({ state: 'here' });
  });
});

describe('many PDFs', () => {
  it('are downloaded two at a time, with at most five events per second', async () => {
    const app = await pdfApp();
    const { events } = app.engine();
    const asked = unwrap(await app.engine().call('pdfs.fetch', { ids: app.ids }));
    expect(asked).toEqual({ queued: app.ids.length });
    const some = async () => unwrap(await app.engine().call('pdfs.getMany', { ids: app.ids })).items;
    let most = 0;
    await until(async () => {
      const items = await some();
      most = Math.max(most, items.filter(({ state }) => state === 'arriving').length);
      return items.every(({ state }) => state === 'here');
    }, 'all PDFs');
    expect(most).toBeLessThanOrEqual(2);
    expect(await some()).toHaveLength(app.ids.length);
    const told = (): number => events.filter(({ name }) => name === 'pdfs').length;
    await until(() => told() > 0, 'changes');
    // Far fewer than the changes: each PDF is requested, begins, arrives in pieces, ends.
    expect(told()).toBeLessThan(app.ids.length * 2);
  });

  it('that are not here are omitted from a list', async () => {
    const app = await pdfApp();
    const { id } = await app.fetch();
    const { items } = unwrap(await app.engine().call('pdfs.getMany', { ids: app.ids }));
    expect(items.map((pdf) => pdf.id)).toEqual([id]);
  });
});

describe('while the service is unreachable', () => {
  it('a requested PDF fails with the reason', async () => {
    const app = await pdfApp();
    await app.clinic.close();
    expect(await app.fetch()).toMatchObject({ state: 'failed', error: { code: 'offline' } });
  });

  it('nothing more is requested once it refuses the tokens, and the queue continues with new ones', async () => {
    const app = await pdfApp();
    const { accessToken, jwt } = app.clinic;
    unwrap(await app.engine().control('engine.setTokens', { accessToken: 'WRONG-TOKEN', jwt }));
    const [one = '', other = '', third = ''] = app.ids;
    await app.engine().call('pdfs.fetch', { ids: [one, other, third] });
    await app.pdf(({ state }) => state === 'failed', one);
    expect(await app.get(third)).toMatchObject({ state: 'queued' });
    expect(askedAtLinks(app.clinic)).toBe(0);
    unwrap(await app.engine().control('engine.setTokens', { accessToken, jwt }));
    await app.pdf(({ state }) => state === 'here', third);
  });

  it('a failure of the PDF host does not stop requests to the service', async () => {
    const app = await pdfApp();
    app.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 503 } });
    for (const id of app.ids.slice(0, 8)) {
      expect(await app.fetch(id)).toMatchObject({ state: 'failed', error: { code: 'server-error' } });
    }
    const health = unwrap(await app.engine().call('sync.health', {}));
    expect(health.pausedUntil).toBeNull();
  });
});

describe('a refusal of the service to give a link', () => {
  it.each([
    [404, 'not-found'],
    [403, 'forbidden'],
    [422, 'rejected'],
  ])('%i is reported unchanged', async (status, code) => {
    const app = await pdfApp();
    app.clinic.faults.add({ match: { path: LINK }, action: { kind: 'answer', status } });
    expect(await app.fetch()).toMatchObject({ state: 'failed', hash: null, error: { code } });
  });
});
