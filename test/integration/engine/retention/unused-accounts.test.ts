import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ZERO_MISSING_RECORD_COUNTS } from '#contract/missing-records.ts';
import { unwrap } from '../../../support/engine.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { createCalendar } from './retention-app.ts';

const ACCOUNT = 'accounts/0123456789abcdef';

/** A synced account, and what removes of it while it is closed. */
async function openSynced() {
  const clock = createCalendar();
  const app = await openTestApp({ requisitions: 12, forms: 3, notifications: 6 });
  await app.sync({ full: true });
  const expireUnused = async (days = 30) => {
    await app.restart({ isClosed: true });
    const { accounts } = unwrap(await app.engine().control('engine.applyRetention', { days }));
    return accounts;
  };
  return { app, clock, expireUnused };
}

const listFiles = (app: TestApp): readonly string[] =>
  readdirSync(path.join(app.folder, ACCOUNT)).filter((name) => name.endsWith('.db'));

describe('the records of an account that is not used', () => {
  it('are removed after the time, and are fetched again when it is opened, which says so', async () => {
    const { app, clock, expireUnused } = await openSynced();
    const known = await app.cached('requisition');
    expect(await expireUnused()).toBe(0);
    clock.passDays(29);
    expect(await expireUnused()).toBe(0);
    clock.passDays(2);
    expect(await expireUnused()).toBe(1);
    expect(listFiles(app)).toEqual(['local.db']);
    expect(await expireUnused()).toBe(0);

    await app.restart();
    // No list claims to be known.
    const empty = await app.health();
    expect(empty).toMatchObject({ cacheExpired: true, cacheSetAside: false });
    expect(empty.kinds.map(({ state, cached }) => ({ state, cached }))).toEqual(
      empty.kinds.map(() => ({ state: 'never', cached: 0 })),
    );
    await app.sync({ full: true });
    expect(await app.cached('requisition')).toEqual(known);
    expect((await app.health()).missing).toEqual(ZERO_MISSING_RECORD_COUNTS);
    await app.restart();
    expect(await app.health()).toMatchObject({ cacheExpired: false, cacheSetAside: false });
    expect((await app.cached('requisition')).size).toBe(known.size);
  });

  it('stay while an account has an unsent change, a question or a draft', async () => {
    const { app, clock, expireUnused } = await openSynced();
    app.clinic.faults.add({ match: {}, action: { kind: 'close' } });
    await app.save(NEW_ORDER);
    clock.passDays(400);
    expect(await expireUnused()).toBe(0);
    await app.restart();
    expect(await app.outbox()).toHaveLength(1);
    const [{ number } = { number: 0 }] = await app.outbox();
    unwrap(await app.engine().call('outbox.discard', { number }));
    const draft = { key: '["forms.create","1",""]', target: null, label: '', fields: {}, seen: {} };
    unwrap(await app.engine().call('drafts.save', { ...draft, operation: 'forms.create' }));
    clock.passDays(400);
    expect(await expireUnused()).toBe(0);
    expect(listFiles(app)).toContain('cache.db');
  });

  it('stay where the account is open, or was not closed properly', async () => {
    const { app, clock } = await openSynced();
    clock.passDays(400);
    const expire = async () =>
      unwrap(await app.engine().control('engine.applyRetention', { days: 1 })).accounts;
    expect(await expire()).toBe(0);
    const copied = `${app.folder}-killed`;
    cpSync(app.folder, copied, { recursive: true });
    const other = await openTestApp(app.clinic, { folder: copied, isClosed: true });
    expect(unwrap(await other.engine().control('engine.applyRetention', { days: 1 })).accounts).toBe(0);
    expect((await app.cached('requisition')).size).toBeGreaterThan(0);
  });

  it('stay while the account is open, and after it, where the note of their last removal could not be deleted', async () => {
    const { app, expireUnused } = await openSynced();
    const known = await app.cached('requisition');
    writeFileSync(path.join(app.folder, ACCOUNT, 'cache.expired'), '');
    unwrap(await app.engine().control('engine.applyRetention', { days: 30 }));
    expect(listFiles(app)).toContain('cache.db');
    expect(await expireUnused()).toBe(0);
    expect(listFiles(app)).toContain('cache.db');
    await app.restart();
    expect(await app.cached('requisition')).toEqual(known);
  });
});
