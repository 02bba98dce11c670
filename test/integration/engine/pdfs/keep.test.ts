import { describe, expect, it } from 'vitest';
import type { PdfState } from '#contract/pdfs.ts';
import { until, unwrap } from '../../../support/engine.ts';
import { aMoment, askedAtLinks, openPdfService, pdfApp, type PdfServiceFixture } from './pdf-app.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';

const DOCUMENT = /^\/documents\//;
const ORDER = { by: 'updated', descending: true } as const;

const held = async (app: PdfServiceFixture) => unwrap(await app.engine().call('pdfs.usage', {}));

const named = async (app: PdfServiceFixture): Promise<readonly string[]> =>
  unwrap(
    await app.engine().call('worklist.ids', { tab: 'needs_review', terms: [], order: ORDER, limit: 5_000 }),
  ).ids;

const allHere = async (app: PdfServiceFixture): Promise<void> =>
  until(async () => (await held(app)).missing === 0, 'the rule to be kept');

/** 20 MB that look like a PDF. */
function large(): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000_000, 'x'), Buffer.from('%%EOF\n')]);
}

describe('PDFs that are kept offline', () => {
  it('are by default those of requisitions that need a review', async () => {
    const app = await pdfApp({}, { keepsFresh: true });
    await allHere(app);
    const { offlinePolicy, count } = await held(app);
    expect(offlinePolicy).toEqual({ keep: 'needs-review', capMegabytes: 500 });
    expect(count).toBe((await named(app)).length);
    expect(count).toBeGreaterThan(0);
    // A second request fetches nothing again.
    const asked = askedAtLinks(app.clinic);
    await app.sync();
    await aMoment();
    expect(askedAtLinks(app.clinic)).toBe(asked);
  });

  it('are none for a command, which ends at once', async () => {
    const app = await pdfApp();
    await app.sync();
    await aMoment();
    expect(askedAtLinks(app.clinic)).toBe(0);
    expect((await held(app)).missing).toBe((await named(app)).length);
  });

  it('are fetched again once their record has changed', async () => {
    const app = await pdfApp({}, { keepsFresh: true });
    await allHere(app);
    const [id = ''] = await named(app);
    const before = await app.get(id);
    await changeAsOtherClient(app.clinic, `/v2/requisitions/${id}`, { name: 'Another name' });
    await app.sync();
    const after = await app.pdf(({ hash, isStale }) => hash !== before.hash && !isStale, id);
    expect(after.version).toBeGreaterThan(Number(before.version));
  });

  it('follow another policy as soon as it is set, also over a restart', async () => {
    const app = await pdfApp({}, { keepsFresh: true });
    await allHere(app);
    const offlinePolicy = { keep: 'open', capMegabytes: 100 } as const;
    const answer = unwrap(await app.engine().call('pdfs.setOfflinePolicy', offlinePolicy));
    expect(answer.offlinePolicy).toEqual(offlinePolicy);
    await allHere(app);
    await app.restart();
    expect((await held(app)).offlinePolicy).toEqual(offlinePolicy);
    unwrap(await app.engine().call('pdfs.setOfflinePolicy', { keep: 'none', capMegabytes: 100 }));
    expect((await held(app)).missing).toBe(0);
  });

  it('never exceed the maximum size, and are removed before those that the user requested', async () => {
    const app = await openPdfService({ requisitions: 14 });
    try {
      const body = large();
      app.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 200, body } });
      unwrap(await app.engine().call('pdfs.setOfflinePolicy', { keep: 'needs-review', capMegabytes: 50 }));
      await until(async () => (await held(app)).count === 2, 'the room to be full');
      const [id = ''] = app.ids.filter((each) => each !== '');
      const isWhole = (pdf: PdfState): boolean => pdf.state === 'here';
      await until(async () => {
        const { items } = unwrap(await app.engine().call('pdfs.getMany', { ids: app.ids }));
        return items.every(isWhole);
      }, 'nothing more to be fetched');
      expect((await held(app)).bytes).toBeLessThanOrEqual(50_000_000);
      expect((await app.fetch(id)).state).toBe('here');
      expect((await held(app)).bytes).toBeLessThanOrEqual(50_000_000);
    } finally {
      await app.close();
    }
  });

  it('that do not fit are not fetched again while the maximum size, the policy and the record are the same', async () => {
    const app = await openPdfService({ requisitions: 14 });
    try {
      const body = large();
      app.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 200, body } });
      const offlinePolicy = { keep: 'needs-review', capMegabytes: 50 } as const;
      const turn = async (): Promise<void> => {
        unwrap(await app.engine().call('pdfs.setOfflinePolicy', offlinePolicy));
        await aMoment();
        await until(async () => {
          const { items } = unwrap(await app.engine().call('pdfs.getMany', { ids: app.ids }));
          return items.every(({ state }) => state === 'here' || state === 'none');
        }, 'nothing more to be fetched');
      };
      const count = (await named(app)).length;
      expect(count).toBeGreaterThan(2);
      // Each is tried once, a few in one turn.
      for (let turns = 0; turns < count && askedAtLinks(app.clinic) < count; turns++) await turn();
      await turn();
      await turn();
      expect(askedAtLinks(app.clinic)).toBe(count);
      expect((await held(app)).count).toBe(2);
      unwrap(await app.engine().call('pdfs.setOfflinePolicy', { ...offlinePolicy, capMegabytes: 70 }));
      await until(async () => (await held(app)).count === 3, 'one more to fit into the larger room');
    } finally {
      await app.close();
    }
  });

  it('that failed are not requested again at every turn', async () => {
    const app = await openPdfService({ requisitions: 12 });
    try {
      app.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 404 } });
      const offlinePolicy = { keep: 'needs-review', capMegabytes: 100 } as const;
      unwrap(await app.engine().call('pdfs.setOfflinePolicy', offlinePolicy));
      const ids = await named(app);
      await until(async () => {
        const { items } = unwrap(await app.engine().call('pdfs.getMany', { ids: app.ids }));
        return items.length === ids.length && items.every(({ state }) => state === 'failed');
      }, 'all to fail');
      const asked = askedAtLinks(app.clinic);
      unwrap(await app.engine().call('pdfs.setOfflinePolicy', offlinePolicy));
      await aMoment();
      expect(askedAtLinks(app.clinic)).toBe(asked);
    } finally {
      await app.close();
    }
  });

  it('wait for the next sync if their host is failing', async () => {
    const app = await pdfApp();
    app.clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 503 } });
    unwrap(await app.engine().call('pdfs.setOfflinePolicy', { keep: 'needs-review', capMegabytes: 100 }));
    const some = async () => unwrap(await app.engine().call('pdfs.getMany', { ids: app.ids })).items;
    await until(async () => {
      const items = await some();
      return items.length > 0 && items.every(({ state }) => state === 'failed');
    }, 'the first to fail');
    expect((await some()).length).toBeLessThan(5);
    expect((await named(app)).length).toBeGreaterThan(5);
  });
});
