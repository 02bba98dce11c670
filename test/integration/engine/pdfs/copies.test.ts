import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forkEngine } from '../../../support/engine-process.ts';
import { getCode, openInput, temporaryFolder, until, unwrap } from '../../../support/engine.ts';
import { startLoopback } from '../../../support/loopback.ts';
import { limitedDisk } from '../../../faults/full-disk.ts';
import { startDemoServer } from '#main/demo/server.ts';
import { getPdfStorePath } from '#main/engine/pdfs/open.ts';
import type { PdfState } from '#contract/pdfs.ts';
import { pdfApp } from './pdf-app.ts';
import { FULL_DISK_WORKER_URL } from '../../../support/worker-entries.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';

const LINK = /\/pdf$/;

describe('actions on a PDF', () => {
  it('are logged: opened and saved, in which version, with its hash', async () => {
    const app = await pdfApp();
    const { id, hash, version, size } = await app.fetch();
    for (const purpose of ['opened', 'saved'] as const) {
      const file = path.join(app.folder, `${purpose}.pdf`);
      const copied = await app.engine().control('pdfs.copyTo', { id, path: file, purpose, replaces: false });
      expect(unwrap(copied)).toEqual({ bytes: size });
      expect(readFileSync(file).equals(await app.bytes())).toBe(true);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    const { printLog } = unwrap(await app.engine().call('pdfs.get', { id }));
    expect(printLog).toMatchObject([
      { requisition: id, action: 'saved', hash, version },
      { requisition: id, action: 'opened', hash, version },
    ]);
  });

  it('are not logged if there is none to copy', async () => {
    const app = await pdfApp();
    const [id = ''] = app.ids;
    const file = path.join(app.folder, 'a.pdf');
    const copied = await app
      .engine()
      .control('pdfs.copyTo', { id, path: file, purpose: 'opened', replaces: false });
    expect(getCode(copied)).toBe('not-found');
    expect(unwrap(await app.engine().call('pdfs.get', { id })).printLog).toEqual([]);
  });

  it('are noted for each PDF that was printed; one that is not here does not stop the others', async () => {
    const app = await pdfApp();
    const { id } = await app.fetch();
    const [other = ''] = [...app.serviceRecords('requisition').keys()].filter((each) => each !== id);
    const noted = await app.engine().call('pdfs.notePrinted', { ids: [other, id] });
    expect(getCode(noted)).toBe('not-found');
    expect(unwrap(await app.engine().call('pdfs.get', { id })).printLog).toMatchObject([
      { action: 'printed' },
    ]);
  });

  it('lead to a warning about older printouts once the record has changed, until it is printed again', async () => {
    const app = await pdfApp();
    const { id } = await app.fetch();
    unwrap(await app.engine().call('pdfs.notePrinted', { ids: [id] }));
    expect((await app.get()).printedBefore).toBeNull();
    await changeAsOtherClient(app.clinic, `/v2/requisitions/${id}`, { name: 'Another name' });
    await app.sync();
    const { printedBefore, printLog } = unwrap(await app.engine().call('pdfs.get', { id }));
    expect(printedBefore).toBe(printLog[0]?.at);
    await app.fetch();
    unwrap(await app.engine().call('pdfs.notePrinted', { ids: [id] }));
    expect((await app.get()).printedBefore).toBeNull();
  });
});

describe('a full disk', () => {
  it('is reported and leaves no partial file; with space again the PDF is stored', async () => {
    const disk = limitedDisk();
    const app = await pdfApp({}, { workerUrl: FULL_DISK_WORKER_URL });
    const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000_000), Buffer.from('%%EOF')]);
    app.clinic.faults.add({
      match: { path: /^\/documents\// },
      action: { kind: 'answer', status: 200, body },
    });
    expect(await app.get()).toMatchObject({ state: 'none' });
    disk.full(true);
    expect(await app.fetch()).toMatchObject({
      state: 'failed',
      hash: null,
      error: { code: 'storage-full' },
    });
    disk.full(false);
    expect(await app.fetch()).toMatchObject({ state: 'here', size: body.length });
  });
});

describe('a kill during a download', () => {
  it('leaves no partial file, and the PDF can be fetched afterwards', async () => {
    const folder = await temporaryFolder();
    const clinic = await startDemoServer({ seed: 7, requisitions: 10, forms: 0, notifications: 0 });
    const slow = await startLoopback((_, response) => {
      response.writeHead(200, { 'content-length': '9000000' });
      response.write(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_000_000)]));
    });
    onTestFinished(async () => {
      await slow.close();
      await clinic.close();
      await folder.remove();
    });
    const [first] = clinic.listResources('requisition');
    const id = String(first?.['id']);
    const { accessToken, jwt, baseUrl, userId } = clinic;
    const input = openInput(baseUrl, { tokens: { accessToken, jwt }, userId });
    const relink = (parsed: unknown): unknown => ({ ...(parsed as object), url: `${slow.origin}/a.pdf` });
    clinic.faults.add({ match: { path: LINK }, action: { kind: 'replace', body: relink } });

    const doomed = forkEngine(folder.path);
    const getPdf = async (engine: typeof doomed): Promise<PdfState> =>
      unwrap(await engine.call('pdfs.get', { id })) as PdfState; // as the contract says
    unwrap(await doomed.call('engine.open', input));
    unwrap(await doomed.call('pdfs.fetch', { ids: [id] }));
    await until(async () => (await getPdf(doomed)).received > 900_000, 'most of what comes');
    await doomed.killHard();
    clinic.faults.clear();

    const next = forkEngine(folder.path);
    onTestFinished(() => next.killHard());
    unwrap(await next.call('engine.open', input));
    expect(await getPdf(next)).toMatchObject({ state: 'none', received: 0, hash: null });
    expect(unwrap(await next.call('pdfs.usage', {}))).toMatchObject({ count: 0, bytes: 0 });
    unwrap(await next.call('pdfs.fetch', { ids: [id] }));
    await until(async () => (await getPdf(next)).state === 'here', 'the PDF');
    await next.letGo();
    const accountFolder = path.join(folder.path, 'accounts', input.account);
    expect(statSync(getPdfStorePath(accountFolder)).size).toBeLessThan(900_000);
  });
});
