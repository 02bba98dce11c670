import { describe, expect, it } from 'vitest';
import type { Paper } from '#contract/papers.ts';
import { changeElsewhere } from '../../support/desk-and-clinic.ts';
import { until, valueOf } from '../../support/engine.ts';
import { aMoment, askedAtLinks, openPaperDesk, paperDesk, type PaperDesk } from './paper-desk.ts';

const DOCUMENT = /^\/documents\//;
const ORDER = { by: 'updated', descending: true } as const;

const held = async (desk: PaperDesk) => valueOf(await desk.engine().call('papers.held', {}));

const named = async (desk: PaperDesk): Promise<readonly string[]> =>
  valueOf(
    await desk.engine().call('worklist.ids', { tab: 'needs_review', terms: [], order: ORDER, limit: 5_000 }),
  ).ids;

const allHere = async (desk: PaperDesk): Promise<void> =>
  until(async () => (await held(desk)).missing === 0, 'the rule to be kept');

/** 20 MB that look like a PDF. */
function large(): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000_000, 'x'), Buffer.from('%%EOF\n')]);
}

describe('PDFs that are kept offline', { timeout: 120_000 }, () => {
  it('are those of requisitions that need a review, unless somebody says otherwise', async () => {
    const desk = await paperDesk({}, { keepsFresh: true });
    await allHere(desk);
    const { rule, count } = await held(desk);
    expect(rule).toEqual({ keep: 'needs-review', capMegabytes: 500 });
    expect(count).toBe((await named(desk)).length);
    expect(count).toBeGreaterThan(0);
    // Asking once more fetches nothing once more.
    const asked = askedAtLinks(desk.clinic);
    await desk.sync();
    await aMoment();
    expect(askedAtLinks(desk.clinic)).toBe(asked);
  });

  it('are none for a command, which ends at once', async () => {
    const desk = await paperDesk();
    await desk.sync();
    await aMoment();
    expect(askedAtLinks(desk.clinic)).toBe(0);
    expect((await held(desk)).missing).toBe((await named(desk)).length);
  });

  it('are fetched again once their record has changed', async () => {
    const desk = await paperDesk({}, { keepsFresh: true });
    await allHere(desk);
    const [id = ''] = await named(desk);
    const before = await desk.get(id);
    await changeElsewhere(desk.clinic, `/v2/requisitions/${id}`, { name: 'Another name' });
    await desk.sync();
    const after = await desk.paper(({ hash, isStale }) => hash !== before.hash && !isStale, id);
    expect(after.version).toBeGreaterThan(Number(before.version));
  });

  it('follow another rule as soon as it is made, also over a restart', async () => {
    const desk = await paperDesk({}, { keepsFresh: true });
    await allHere(desk);
    const rule = { keep: 'open', capMegabytes: 100 } as const;
    const answer = valueOf(await desk.engine().call('papers.rule', rule));
    expect(answer.rule).toEqual(rule);
    await allHere(desk);
    await desk.restart();
    expect((await held(desk)).rule).toEqual(rule);
    valueOf(await desk.engine().call('papers.rule', { keep: 'none', capMegabytes: 100 }));
    expect((await held(desk)).missing).toBe(0);
  });

  it('never take more room than they were given, and those that a person wants go before them', async () => {
    const desk = await openPaperDesk();
    try {
      const body = large();
      desk.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 200, body } });
      valueOf(await desk.engine().call('papers.rule', { keep: 'needs-review', capMegabytes: 50 }));
      await until(async () => (await held(desk)).count === 2, 'the room to be full');
      const [id = ''] = desk.ids.filter((each) => each !== '');
      const isWhole = (paper: Paper): boolean => paper.state === 'here';
      await until(async () => {
        const { items } = valueOf(await desk.engine().call('papers.some', { ids: desk.ids }));
        return items.every(isWhole);
      }, 'nothing more to be fetched');
      expect((await held(desk)).bytes).toBeLessThanOrEqual(50_000_000);
      expect((await desk.fetch(id)).state).toBe('here');
      expect((await held(desk)).bytes).toBeLessThanOrEqual(50_000_000);
    } finally {
      await desk.close();
    }
  });

  it('that do not fit are not fetched again while the room, the rule and the record are the same', async () => {
    const desk = await openPaperDesk({ requisitions: 24 });
    try {
      const body = large();
      desk.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 200, body } });
      const rule = { keep: 'needs-review', capMegabytes: 50 } as const;
      const turn = async (): Promise<void> => {
        valueOf(await desk.engine().call('papers.rule', rule));
        await aMoment();
        await until(async () => {
          const { items } = valueOf(await desk.engine().call('papers.some', { ids: desk.ids }));
          return items.every(({ state }) => state === 'here' || state === 'none');
        }, 'nothing more to be fetched');
      };
      const count = (await named(desk)).length;
      expect(count).toBeGreaterThan(2);
      // Each is tried once, a few in one turn.
      for (let tries = 0; tries < count; tries += 3) await turn();
      const asked = askedAtLinks(desk.clinic);
      await turn();
      await turn();
      expect(askedAtLinks(desk.clinic)).toBe(asked);
      expect((await held(desk)).count).toBe(2);
      valueOf(await desk.engine().call('papers.rule', { ...rule, capMegabytes: 70 }));
      await until(async () => (await held(desk)).count === 3, 'one more to fit into the larger room');
    } finally {
      await desk.close();
    }
  });

  it('that could not be had are not asked for again at every turn', async () => {
    const desk = await openPaperDesk({ requisitions: 12 });
    try {
      desk.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 404 } });
      const rule = { keep: 'needs-review', capMegabytes: 100 } as const;
      valueOf(await desk.engine().call('papers.rule', rule));
      const ids = await named(desk);
      await until(async () => {
        const { items } = valueOf(await desk.engine().call('papers.some', { ids: desk.ids }));
        return items.length === ids.length && items.every(({ state }) => state === 'failed');
      }, 'all to fail');
      const asked = askedAtLinks(desk.clinic);
      valueOf(await desk.engine().call('papers.rule', rule));
      await aMoment();
      expect(askedAtLinks(desk.clinic)).toBe(asked);
    } finally {
      await desk.close();
    }
  });

  it('wait for the next sync where the way to them is in trouble', async () => {
    const desk = await paperDesk();
    desk.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 503 } });
    valueOf(await desk.engine().call('papers.rule', { keep: 'needs-review', capMegabytes: 100 }));
    const some = async () => valueOf(await desk.engine().call('papers.some', { ids: desk.ids })).items;
    await until(async () => {
      const items = await some();
      return items.length > 0 && items.every(({ state }) => state === 'failed');
    }, 'the first to fail');
    expect((await some()).length).toBeLessThan(5);
    expect((await named(desk)).length).toBeGreaterThan(5);
  });
});
