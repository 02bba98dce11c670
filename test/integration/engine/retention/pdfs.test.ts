import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../support/engine.ts';
import { askedAtLinks, aMoment, pdfApp, type PdfServiceFixture } from '../pdfs/pdf-app.ts';
import { createCalendar } from './retention-app.ts';

async function openPdfs(options: Parameters<typeof pdfApp>[1] = {}) {
  const clock = createCalendar();
  const app = await pdfApp({}, options);
  unwrap(await app.engine().call('pdfs.setOfflinePolicy', { keep: 'none', capMegabytes: 500 }));
  const expire = async (days = 30) => unwrap(await app.engine().control('engine.applyRetention', { days }));
  return { app, clock, expire };
}

/** Every PDF of the service is of this size, in bytes. */
function answerLinks({ clinic }: PdfServiceFixture, size: number): void {
  const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, 'x'), Buffer.from('%%EOF\n')]);
  clinic.faults.add({ match: { path: /^\/documents\// }, action: { kind: 'answer', status: 200, body } });
}

const getSize = (app: PdfServiceFixture): number =>
  statSync(path.join(app.folder, 'accounts/0123456789abcdef/pdfs.db')).size;

describe('PDFs that are not used', () => {
  it('are removed after the time, give their space back, and can be fetched again', async () => {
    const { app, clock, expire } = await openPdfs();
    answerLinks(app, 1_000_000);
    const [one, other] = [app.fresh(), app.fresh()] as const;
    await app.fetch(one);
    await app.fetch(other);
    clock.passDays(20);
    unwrap(await app.engine().call('pdfs.read', { id: other, offset: 0 }));
    clock.passDays(11);
    await app.restart();
    const before = getSize(app);
    expect(await expire()).toMatchObject({ pdfs: 1 });
    expect((await app.get(one)).state).toBe('none');
    expect((await app.get(other)).state).toBe('here');
    await app.restart();
    expect(getSize(app)).toBeLessThan(before - 900_000);
    expect((await app.fetch(one)).state).toBe('here');
    expect(await expire()).toMatchObject({ pdfs: 0 });
  });

  it('stay where their requisition has an unsent change or a draft', async () => {
    const { app, clock, expire } = await openPdfs();
    const [changed, drafted, free] = [app.fresh(), app.fresh(), app.fresh()] as const;
    for (const id of [changed, drafted, free]) await app.fetch(id);
    app.clinic.faults.add({ match: {}, action: { kind: 'close' } });
    await app.save({ operation: 'requisitions.update', data: { id: changed, name: 'Mine' } });
    const draft = { key: `["requisitions.update","${drafted}",""]`, label: '', fields: {}, seen: {} };
    unwrap(
      await app.engine().call('drafts.save', { ...draft, operation: 'requisitions.update', target: drafted }),
    );
    clock.passDays(31);
    expect(await expire()).toMatchObject({ pdfs: 1 });
    const states = await Promise.all([changed, drafted, free].map((id) => app.get(id)));
    expect(states.map(({ state }) => state)).toEqual(['here', 'here', 'none']);
  });

  it('that are kept offline stay, so that they are not removed and fetched in turns', async () => {
    const { app, clock, expire } = await openPdfs({ keepsFresh: true });
    unwrap(await app.engine().call('pdfs.setOfflinePolicy', { keep: 'needs-review', capMegabytes: 500 }));
    const usage = async () => unwrap(await app.engine().call('pdfs.usage', {}));
    await expect.poll(async () => (await usage()).missing).toBe(0);
    const { count } = await usage();
    const asked = askedAtLinks(app.clinic);
    clock.passDays(400);
    expect(await expire()).toMatchObject({ pdfs: 0 });
    await app.sync();
    await aMoment();
    expect(await usage()).toMatchObject({ count, missing: 0 });
    expect(askedAtLinks(app.clinic)).toBe(asked);
  });

  it('never exceed the size that the policy allows, whatever the user has chosen', async () => {
    const { app, expire } = await openPdfs();
    unwrap(await app.open({ pdfMegabytes: 50 }));
    unwrap(await app.engine().call('pdfs.setOfflinePolicy', { keep: 'none', capMegabytes: 500 }));
    answerLinks(app, 20_000_000);
    const ids = [app.fresh(), app.fresh(), app.fresh()];
    for (const id of ids) await app.fetch(id);
    const usage = unwrap(await app.engine().call('pdfs.usage', {}));
    expect(usage).toMatchObject({ count: 2, offlinePolicy: { capMegabytes: 50 } });
    // A lower size is reached at the next removal.
    unwrap(await app.open());
    for (const id of ids) await app.fetch(id);
    unwrap(await app.open({ pdfMegabytes: 50 }));
    await expire();
    expect(unwrap(await app.engine().call('pdfs.usage', {})).count).toBe(2);
    const states = await Promise.all(ids.map((id) => app.get(id)));
    expect(states.filter(({ state }) => state === 'here')).toHaveLength(2);
  });
});
