import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Dialect } from '#main/demo/dialect/dialect.ts';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';
import { unwrap } from '../support/engine.ts';
import { listRemainingDifferences } from './equal-caches.ts';
import { findings, type Findings, NOTHING_WRONG } from './findings.ts';
import { faultClock, serviceClock } from './fault-clock.ts';
import { DIALECTS, inDialect, SEED } from './pool.ts';
import { noteRun } from './report.ts';
import { settleAsUser } from './settle.ts';
import { howMuch } from './size.ts';
import { Tally } from './tally.ts';
import type { Marked } from './workload.ts';
import { openApp, type TestApp } from '../support/app.ts';
import { getServiceRecords } from '../support/clinic.ts';

const AFTER_RECONCILE = 11 * 60_000;

/** Two clients, their clinic, and the time that passes for all of them. */
interface Meeting {
  readonly clinic: DemoServer;
  readonly apps: readonly [TestApp, TestApp];
  readonly tallies: readonly [Tally, Tally];
  readonly pass: (ms: number) => void;
}

/** Decides as the user of one client until nothing is left. */
async function settle({ clinic, apps, tallies, pass }: Meeting, which: 0 | 1): Promise<void> {
  const { outbox, sync, resolve } = apps[which];
  await settleAsUser({ outbox, sync: () => sync({ full: true }), resolve, pass }, clinic, {
    tally: tallies[which],
  });
}

/** One action at one of the two clients. */
interface Step {
  readonly app: number;
  readonly record: number;
  readonly does: 'rename' | 'describe' | 'ask' | 'mark' | 'create' | 'sync';
}

const step: fc.Arbitrary<Step> = fc.record({
  app: fc.nat({ max: 1 }),
  record: fc.nat({ max: 1 }),
  does: fc.constantFrom('rename', 'describe', 'ask', 'mark', 'create', 'sync', 'sync'),
});

/** Returns the change that a step saves; null for a sync. */
function toMarkedChange({ does, record }: Step, clinic: DemoServer, turn: number): Marked | null {
  const id = (kind: 'form' | 'requisition' | 'notification'): string =>
    [...getServiceRecords(clinic, kind).keys()].toSorted()[record] ?? '';
  const mark = `mark${turn}x`;
  const marked = (change: Marked['change'], isField: boolean): Marked => ({
    number: turn,
    mark,
    change,
    sets: isField && 'id' in change.data ? change.data.id : null,
  });
  switch (does) {
    case 'rename':
      return marked({ operation: 'requisitions.update', data: { id: id('requisition'), name: mark } }, true);
    case 'describe':
      return marked({ operation: 'forms.update', data: { id: id('form'), description: mark } }, true);
    case 'mark': {
      const data = { id: id('notification'), read: turn % 2 === 0 };
      return marked({ operation: 'notifications.update', data }, true);
    }
    case 'ask':
      return marked(
        { operation: 'forms.completion', data: { id: id('form'), ask: [`user_${mark}`] } },
        false,
      );
    case 'create':
      return marked({ operation: 'forms.create', data: { name: mark } }, false);
    case 'sync':
      return null;
  }
}

async function runStep(step: Step, meeting: Meeting, turn: number): Promise<void> {
  const which = step.app === 0 ? 0 : 1;
  const app = meeting.apps[which];
  const marked = toMarkedChange(step, meeting.clinic, turn);
  if (marked === null) return void (await app.sync());
  const { number: outboxNumber } = await app.save(marked.change);
  meeting.tallies[which].savedChanges.push({ ...marked, outboxNumber });
}

/** What one client has to show once both have sent everything. */
async function judge({ clinic, apps, tallies, pass }: Meeting, which: 0 | 1): Promise<Findings> {
  const app = apps[which];
  const refresh = async (): Promise<void> => {
    pass(AFTER_RECONCILE);
    await app.sync({ full: true });
  };
  await refresh();
  const { items } = unwrap(await app.engine().call('outbox.closed', { limit: 500 }));
  const left = await app.outbox();
  const verdict = tallies[which].verdict(clinic, items);
  noteRun({ suite: 'two clients', dialect: clinic.dialect, verdict });
  const stale = await listRemainingDifferences(app.cached, clinic, refresh);
  return findings(clinic.dialect, verdict, left, stale);
}

async function meet(dialect: Dialect, steps: readonly Step[]): Promise<readonly Findings[]> {
  const sizes = { requisitions: 4, forms: 3, notifications: 4, patients: 5 };
  const there = serviceClock();
  const clocks = [faultClock(there), faultClock(there)] as const;
  const clinic = await startDemoServer({ ...sizes, seed: 7, dialect, clock: there });
  const apps = [
    await openApp(clinic, { clock: clocks[0] }),
    await openApp(clinic, { clock: clocks[1] }),
  ] as const;
  const pass = (ms: number): void => [...clocks, there].forEach((clock) => clock.pass(ms));
  const tallies = [new Tally({ isAlone: false }), new Tally({ isAlone: false })] as const;
  const meeting: Meeting = { clinic, apps, tallies, pass };
  try {
    for (const app of apps) await app.sync();
    for (const [turn, step] of steps.entries()) await runStep(step, meeting, turn);
    // Both send at the same time first, so that they collide at the service.
    await Promise.all(apps.map((app) => app.sync()));
    for (const which of [0, 1] as const) await settle(meeting, which);
    return [await judge(meeting, 0), await judge(meeting, 1)];
  } finally {
    for (const app of apps) await app.close();
    await clinic.close();
  }
}

test('two clients that edit the same records both reach an empty outbox and show the service’s records', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...DIALECTS),
      fc.array(step, { minLength: 6, maxLength: 20 }),
      async (dialect, steps) => {
        const both = [NOTHING_WRONG, NOTHING_WRONG];
        expect(await inDialect(dialect, () => meet(dialect, steps))).toEqual(both);
      },
    ),
    { numRuns: howMuch(3, 120), interruptAfterTimeLimit: howMuch(60_000, 1_200_000), seed: SEED },
  );
}, 1_300_000);
