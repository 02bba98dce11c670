import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changeElsewhere } from '../../support/desk-and-clinic.ts';
import { forkEngine } from '../../support/engine-process.ts';
import { codeOf, openInput, temporaryFolder, until, valueOf } from '../../support/engine.ts';
import { startLoopback } from '../../support/loopback.ts';
import { FULL_DISK_WORKER_URL, limitedDisk } from '../../faults/full-disk.ts';
import { startSandbox } from '#main/sandbox/server.ts';
import { papersPath } from '#main/engine/papers/open.ts';
import type { Paper } from '#contract/papers.ts';
import { paperDesk } from './paper-desk.ts';

const LINK = /\/pdf$/;

describe('what is done with a PDF', { timeout: 20_000 }, () => {
  it('is noted: opened and saved, in which version, with its hash', async () => {
    const desk = await paperDesk();
    const { id, hash, version, size } = await desk.fetch();
    for (const why of ['opened', 'saved'] as const) {
      const file = path.join(desk.folder, `${why}.pdf`);
      const copied = await desk.engine().control('papers.copyTo', { id, path: file, why, replaces: false });
      expect(valueOf(copied)).toEqual({ bytes: size });
      expect(readFileSync(file).equals(await desk.bytes())).toBe(true);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    const { items } = valueOf(await desk.engine().call('papers.ledger', { id }));
    expect(items).toMatchObject([
      { requisition: id, action: 'saved', hash, version },
      { requisition: id, action: 'opened', hash, version },
    ]);
  });

  it('is not noted where there is none to copy', async () => {
    const desk = await paperDesk();
    const [id = ''] = desk.ids;
    const file = path.join(desk.folder, 'a.pdf');
    const copied = await desk
      .engine()
      .control('papers.copyTo', { id, path: file, why: 'opened', replaces: false });
    expect(codeOf(copied)).toBe('not-found');
    expect(valueOf(await desk.engine().call('papers.ledger', { id })).items).toEqual([]);
  });

  it('tells of old paper once the record has changed, until it is printed anew', async () => {
    const desk = await paperDesk();
    const { id } = await desk.fetch();
    valueOf(await desk.engine().call('papers.printed', { id }));
    expect((await desk.get()).printedBefore).toBeNull();
    await changeElsewhere(desk.clinic, `/v2/requisitions/${id}`, { name: 'Another name' });
    await desk.sync();
    const { items } = valueOf(await desk.engine().call('papers.ledger', { id }));
    expect((await desk.get()).printedBefore).toBe(items[0]?.at);
    await desk.fetch();
    valueOf(await desk.engine().call('papers.printed', { id }));
    expect((await desk.get()).printedBefore).toBeNull();
  });
});

describe('a full disk', { timeout: 20_000 }, () => {
  it('is told of and leaves nothing half; with room again the PDF arrives', async () => {
    const disk = limitedDisk();
    const desk = await paperDesk({}, { workerUrl: FULL_DISK_WORKER_URL });
    const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000_000), Buffer.from('%%EOF')]);
    desk.clinic.faults.add({
      match: { path: /^\/documents\// },
      action: { kind: 'answer', status: 200, body },
    });
    expect(await desk.get()).toMatchObject({ state: 'none' });
    disk.full(true);
    expect(await desk.fetch()).toMatchObject({
      state: 'failed',
      hash: null,
      error: { code: 'storage-full' },
    });
    disk.full(false);
    expect(await desk.fetch()).toMatchObject({ state: 'here', size: body.length });
  });
});

describe('a kill in the middle of a download', { timeout: 30_000 }, () => {
  it('leaves nothing half, and the PDF can be fetched afterwards', async () => {
    const folder = await temporaryFolder();
    const clinic = await startSandbox({ seed: 7, requisitions: 10, forms: 0, notifications: 0 });
    const slow = await startLoopback((_, response) => {
      response.writeHead(200, { 'content-length': '9000000' });
      response.write(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_000_000)]));
    });
    onTestFinished(async () => {
      await slow.close();
      await clinic.close();
      await folder.remove();
    });
    const [first] = clinic.truth('requisition');
    const id = String(first?.['id']);
    const { accessToken, jwt, baseUrl, userId } = clinic;
    const input = openInput(baseUrl, { tokens: { accessToken, jwt }, userId });
    const relink = (parsed: unknown): unknown => ({ ...(parsed as object), url: `${slow.origin}/a.pdf` });
    clinic.faults.add({ match: { path: LINK }, action: { kind: 'replace', body: relink } });

    const doomed = forkEngine(folder.path);
    const paperOf = async (engine: typeof doomed): Promise<Paper> =>
      valueOf(await engine.call('papers.get', { id })) as Paper; // as the contract says
    valueOf(await doomed.call('engine.open', input));
    valueOf(await doomed.call('papers.fetch', { ids: [id] }));
    await until(async () => (await paperOf(doomed)).received > 900_000, 'most of what comes');
    await doomed.killHard();
    clinic.faults.clear();

    const next = forkEngine(folder.path);
    onTestFinished(() => next.killHard());
    valueOf(await next.call('engine.open', input));
    expect(await paperOf(next)).toMatchObject({ state: 'none', received: 0, hash: null });
    expect(valueOf(await next.call('papers.held', {}))).toMatchObject({ count: 0, bytes: 0 });
    valueOf(await next.call('papers.fetch', { ids: [id] }));
    await until(async () => (await paperOf(next)).state === 'here', 'the PDF');
    await next.letGo();
    const accountFolder = path.join(folder.path, 'accounts', input.account);
    expect(statSync(papersPath(accountFolder)).size).toBeLessThan(900_000);
  });
});
