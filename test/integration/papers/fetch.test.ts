import { describe, expect, it, onTestFinished } from 'vitest';
import { createHash } from 'node:crypto';
import { changeElsewhere } from '../../support/desk-and-clinic.ts';
import { codeOf, until, valueOf } from '../../support/engine.ts';
import { startLoopback } from '../../support/loopback.ts';
import { aMoment, askedAtLinks, paperDesk } from './paper-desk.ts';

const LINK = /\/pdf$/;
const DOCUMENT = /^\/documents\//;

describe('a PDF that is asked for', { timeout: 20_000 }, () => {
  it('arrives, whole and with its hash, and is read piece by piece', async () => {
    const desk = await paperDesk();
    const paper = await desk.fetch();
    const record = desk.truth('requisition').get(paper.id);
    const bytes = await desk.bytes();
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(paper).toEqual({
      id: desk.ids[0],
      state: 'here',
      received: bytes.length,
      size: bytes.length,
      fetchedAt: expect.any(Number) as number,
      version: Date.parse(String(record?.['last_updated_at'])),
      hash: createHash('sha256').update(bytes).digest('hex'),
      isStale: false,
      error: null,
      printedBefore: null,
    });
  });

  it('of more than one piece arrives to the byte', async () => {
    const desk = await paperDesk();
    const filler = Buffer.alloc(2_700_001, 'stripes ');
    const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), filler, Buffer.from('\n%%EOF\n')]);
    desk.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 200, body } });
    expect(await desk.fetch()).toMatchObject({ state: 'here', size: body.length });
    expect((await desk.bytes()).equals(body)).toBe(true);
  });

  it('is fetched once: what is here in the version of the record is left alone', async () => {
    const desk = await paperDesk();
    await desk.fetch();
    const again = await desk.engine().call('papers.fetch', { ids: [desk.ids[0] ?? ''] });
    expect(valueOf(again)).toEqual({ queued: 0 });
    await aMoment();
    expect(askedAtLinks(desk.clinic)).toBe(1);
  });

  it('stays here over a restart', async () => {
    const desk = await paperDesk();
    const { hash } = await desk.fetch();
    await desk.restart();
    expect(await desk.get()).toMatchObject({ state: 'here', hash });
  });

  it('is stale once the record has changed, and can be read on until a new one is here', async () => {
    const desk = await paperDesk();
    const before = await desk.fetch();
    await changeElsewhere(desk.clinic, `/v2/requisitions/${before.id}`, { name: 'Another name' });
    await desk.sync();
    expect(await desk.get()).toMatchObject({ state: 'here', isStale: true, hash: before.hash });
    desk.clinic.faults.add({ match: { path: DOCUMENT, times: 1 }, action: { kind: 'answer', status: 500 } });
    expect(await desk.fetch()).toMatchObject({
      state: 'failed',
      isStale: true,
      hash: before.hash,
      error: { code: 'server-error' },
    });
    expect((await desk.bytes()).length).toBe(before.size);
    const after = await desk.fetch();
    expect(after).toMatchObject({ state: 'here', isStale: false, error: null });
    expect(after.hash).not.toBe(before.hash);
  });

  it('of a record that changes while it arrives is fetched once more', async () => {
    const desk = await paperDesk();
    const id = desk.fresh();
    let turns = 0;
    const origin = await startLoopback((_, response) => {
      const answer = (): void => void response.end(`%PDF-1.7\n${++turns}\n%%EOF\n`);
      if (turns > 0) return answer();
      desk.clinic.elsewhere.updateRequisition(id, { name: 'Changed in between' });
      desk.sync().then(answer, answer);
    });
    onTestFinished(() => origin.close());
    const body = (link: unknown): unknown => ({ ...(link as object), url: `${origin.origin}/a.pdf` });
    desk.clinic.faults.add({ match: { path: LINK }, action: { kind: 'replace', body } });
    const paper = await desk.fetch(id);
    const changed = Date.parse(String(desk.truth('requisition').get(id)?.['last_updated_at']));
    expect(paper).toMatchObject({ state: 'here', version: changed, isStale: false });
    expect((await desk.bytes(id)).toString()).toContain('\n2\n');
    expect(origin.seen).toHaveLength(2);
  });

  it('that was drawn of a newer record than this desk knew is never taken for newer than it is', async () => {
    const desk = await paperDesk();
    const before = await desk.get();
    const happens = (): void => void desk.clinic.elsewhere.updateRequisition(before.id, { name: 'Changed' });
    desk.clinic.faults.add({ match: { path: DOCUMENT, times: 1 }, action: { kind: 'meanwhile', happens } });
    await desk.fetch();
    await desk.sync();
    expect(await desk.get()).toMatchObject({ state: 'here', isStale: true });
  });

  it('that nobody wants any more leaves nothing', async () => {
    const desk = await paperDesk();
    const [id = ''] = desk.ids;
    desk.clinic.faults.add({
      match: { path: DOCUMENT },
      action: { kind: 'truncate', keepBytes: 900, ending: 'hang' },
    });
    await desk.engine().call('papers.fetch', { ids: [id] });
    await desk.paper(({ received }) => received > 0);
    valueOf(await desk.engine().call('papers.cancel', { ids: [id] }));
    expect(await desk.get()).toMatchObject({ state: 'none', received: 0, hash: null, error: null });
    desk.clinic.faults.clear();
    expect(await desk.fetch()).toMatchObject({ state: 'here' });
  });

  it('is dropped where a person says so', async () => {
    const desk = await paperDesk();
    const { id } = await desk.fetch();
    valueOf(await desk.engine().call('papers.drop', { ids: [id] }));
    expect(await desk.get()).toMatchObject({ state: 'none', hash: null });
    expect(codeOf(await desk.engine().call('papers.read', { id, offset: 0 }))).toBe('not-found');
  });

  it('of a requisition that only this desk knows is not to be had yet', async () => {
    const desk = await paperDesk();
    const provider = String(desk.first('requisition')['ordering_provider']);
    const patient = String(desk.first('requisition')['patient']);
    const data = { patient, type: 'lab', ordering_provider: provider, name: 'New' } as const;
    const { id } = await desk.save({ operation: 'requisitions.create', data });
    expect(codeOf(await desk.engine().call('papers.get', { id }))).toBe('not-found');
    expect(codeOf(await desk.engine().call('papers.fetch', { ids: [id] }))).toBe('not-found');
    await desk.sync();
    expect(await desk.fetch(id)).toMatchObject({ state: 'here' });
  });
});

describe('many PDFs', { timeout: 20_000 }, () => {
  it('arrive two at a time, and are told of at most five times a second', async () => {
    const desk = await paperDesk();
    const { events } = desk.engine();
    const asked = valueOf(await desk.engine().call('papers.fetch', { ids: desk.ids }));
    expect(asked).toEqual({ queued: desk.ids.length });
    const some = async () => valueOf(await desk.engine().call('papers.some', { ids: desk.ids })).items;
    let most = 0;
    await until(async () => {
      const items = await some();
      most = Math.max(most, items.filter(({ state }) => state === 'arriving').length);
      return items.every(({ state }) => state === 'here');
    }, 'all PDFs');
    expect(most).toBeLessThanOrEqual(2);
    expect(await some()).toHaveLength(desk.ids.length);
    const told = (): number => events.filter(({ name }) => name === 'papers').length;
    await until(() => told() > 0, 'news');
    // Far fewer than the changes: each PDF is wanted, begins, arrives in pieces, ends.
    expect(told()).toBeLessThan(desk.ids.length * 2);
  });

  it('that are not here are left out of a list', async () => {
    const desk = await paperDesk();
    const { id } = await desk.fetch();
    const { items } = valueOf(await desk.engine().call('papers.some', { ids: desk.ids }));
    expect(items.map((paper) => paper.id)).toEqual([id]);
  });
});

describe('while the service cannot be reached', { timeout: 20_000 }, () => {
  it('a PDF that is asked for fails with the reason', async () => {
    const desk = await paperDesk();
    await desk.clinic.close();
    expect(await desk.fetch()).toMatchObject({ state: 'failed', error: { code: 'offline' } });
  });

  it('nothing more is asked once it refuses the tokens, and what waits goes on with others', async () => {
    const desk = await paperDesk();
    const { accessToken, jwt } = desk.clinic;
    valueOf(await desk.engine().control('engine.setTokens', { accessToken: 'WRONG-TOKEN', jwt }));
    const [one = '', other = '', third = ''] = desk.ids;
    await desk.engine().call('papers.fetch', { ids: [one, other, third] });
    await desk.paper(({ state }) => state === 'failed', one);
    expect(await desk.get(third)).toMatchObject({ state: 'queued' });
    expect(askedAtLinks(desk.clinic)).toBe(0);
    valueOf(await desk.engine().control('engine.setTokens', { accessToken, jwt }));
    await desk.paper(({ state }) => state === 'here', third);
  });

  it('trouble where the links lead does not keep anybody from asking the service', async () => {
    const desk = await paperDesk();
    desk.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 503 } });
    for (const id of desk.ids.slice(0, 8)) {
      expect(await desk.fetch(id)).toMatchObject({ state: 'failed', error: { code: 'server-error' } });
    }
    const health = valueOf(await desk.engine().call('sync.health', {}));
    expect(health.pausedUntil).toBeNull();
  });
});

describe('a refusal of the service to give a link', { timeout: 20_000 }, () => {
  it.each([
    [404, 'not-found'],
    [403, 'forbidden'],
    [422, 'rejected'],
  ])('%i is told as it is', async (status, code) => {
    const desk = await paperDesk();
    desk.clinic.faults.add({ match: { path: LINK }, action: { kind: 'answer', status } });
    expect(await desk.fetch()).toMatchObject({ state: 'failed', hash: null, error: { code } });
  });
});
