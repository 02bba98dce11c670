import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { PdfState } from '#contract/pdfs.ts';
import { recordIdSchema } from '#contract/record-schemas.ts';
import { systemClock } from '#main/base/clock.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { openTestApp, openApp, type TestApp } from '../support/app.ts';
import { TEST_KEY, until, unwrap } from '../support/engine.ts';
import { howMuch } from './size.ts';

const PATIENT = 400_000;
const TIMES = howMuch(6, 50);
const PROGRAM = fileURLToPath(new URL('./retention-killed.ts', import.meta.url));
const ACCOUNT = 'accounts/0123456789abcdef';
const requisitionId = recordIdSchema('requisition');
const NOTE = { note: 'call the lab', remindOn: null };

/** Runs the removal in a process of its own, which is killed after a number of milliseconds. */
async function expireKilled(open: string, unused: string, after: number): Promise<boolean> {
  const given = [PROGRAM, path.join(open, ACCOUNT), TEST_KEY, unused];
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  await once(child.stdout, 'data');
  await Promise.race([exit, systemClock.wait(after)]);
  child.kill('SIGKILL');
  const [, signal] = await exit;
  return signal === 'SIGKILL';
}

const listPdfs = async (app: TestApp, ids: readonly string[]): Promise<readonly PdfState[]> =>
  unwrap(await app.engine().call('pdfs.getMany', { ids: ids.map((id) => requisitionId.parse(id)) })).items;

const isWhole = async (app: TestApp, { id, size }: PdfState): Promise<boolean> =>
  unwrap(await app.engine().call('pdfs.read', { id: requisitionId.parse(id), offset: 0 })).bytes.length ===
  size;

/** A computer with an account that was left with nothing unsent, and one with PDFs, versions and an unsent change. */
async function prepareFolders() {
  const app = await openTestApp({ requisitions: 24 });
  await app.sync({ full: true });
  const ids = [...app.serviceRecords('requisition').keys()].map((id) => requisitionId.parse(id));
  const [marked = requisitionId.parse('req_none'), changed = marked] = ids;
  unwrap(await app.engine().call('followUps.set', { kind: 'requisition', id: marked, ...NOTE }));
  unwrap(await app.engine().call('pdfs.setOfflinePolicy', { keep: 'none', capMegabytes: 500 }));
  const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(600_000, 'x'), Buffer.from('%%EOF\n')]);
  app.clinic.faults.add({ match: { path: /^\/documents\// }, action: { kind: 'answer', status: 200, body } });
  unwrap(await app.engine().call('pdfs.fetch', { ids }));
  await until(
    async () => (await listPdfs(app, ids)).every(({ state }) => state === 'here'),
    'all PDFs to be here',
  );
  const known = await app.cached('requisition');
  const unused = `${app.folder}-unused`;
  await app.restart({ between: () => cpSync(app.folder, unused, { recursive: true }) });
  app.clinic.faults.clear();
  app.clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await app.save({ operation: 'requisitions.update', data: { id: changed, name: 'Mine' } });
  const open = `${app.folder}-open`;
  await app.restart({ isClosed: true, between: () => cpSync(app.folder, open, { recursive: true }) });
  onTestFinished(() => [unused, open].forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  return { app, ids, changed, marked, known, unused, open };
}

/** Time in which a removal ends by itself, also on a busy machine. */
const WHOLE_REMOVAL_MS = 60_000;

test(
  'a removal that is killed at any time loses nothing unsent, leaves whole PDFs, and no record counts as gone',
  async () => {
    const { app, ids, changed, marked, known, ...folders } = await prepareFolders();
    const random = createSeededRandom(17);
    let [kills, removed] = [0, 0];
    for (let time = 0; time < TIMES; time++) {
      const work = `${app.folder}-work`;
      const [open, unused] = [path.join(work, 'open'), path.join(work, 'unused')];
      mkdirSync(work);
      cpSync(folders.open, open, { recursive: true });
      cpSync(folders.unused, unused, { recursive: true });
      // The last one may end: on a busy machine the others can be killed before they have removed anything.
      const after = time === TIMES - 1 ? WHOLE_REMOVAL_MS : random.fraction() * 120;
      if (await expireKilled(open, unused, after)) kills += 1;

      const left = await openApp(app.clinic, { folder: open });
      expect((await left.outbox()).map(({ id }) => id)).toEqual([changed]);
      expect((await left.cached('requisition')).size).toBe(known.size);
      const here = (await listPdfs(left, ids)).filter(({ state }) => state === 'here');
      expect(here.map(({ id }) => id)).toContain(changed);
      for (const pdf of here) expect(await isWhole(left, pdf)).toBe(true);
      if (here.length < ids.length) removed += 1;
      await left.close();

      const away = !existsSync(path.join(unused, ACCOUNT, 'cache.db'));
      const again = await openApp(app.clinic, { folder: unused });
      const health = await again.health();
      expect(health.cacheSetAside).toBe(false);
      expect(away && !health.cacheExpired).toBe(false);
      const followUps = unwrap(await again.engine().call('followUps.list', {}));
      expect(followUps.items.map(({ id, note }) => ({ id, note }))).toEqual([
        { id: marked, note: NOTE.note },
      ]);
      app.clinic.faults.clear();
      await again.sync({ full: true });
      expect(await again.cached('requisition')).toEqual(known);
      expect((await again.health()).missing).toMatchObject({ held: 0, open: 0 });
      await again.close();
      app.clinic.faults.add({ match: {}, action: { kind: 'close' } });
      rmSync(work, { recursive: true });
    }
    expect(kills).toBeGreaterThan(0);
    expect(removed).toBeGreaterThan(0);
  },
  PATIENT,
);
