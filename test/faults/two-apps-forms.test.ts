import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Dialect } from '#main/demo/dialect/dialect.ts';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';
import { listRemainingDifferences } from './equal-caches.ts';
import { faultClock, READS_LAG, serviceClock } from './fault-clock.ts';
import { DIALECTS, inDialect, SEED } from './pool.ts';
import { noteRun } from './report.ts';
import { howMuch } from './size.ts';
import { openApp, type TestApp } from '../support/app.ts';
import { getServiceRecords, findPatients } from '../support/clinic.ts';
import { usableBy } from '../support/builders.ts';

const AFTER_RECONCILE = 11 * 60_000;

const PATIENTS = ['user_pa', 'user_pb', 'user_pc'];
const USERS = [
  usableBy(true),
  usableBy(false, { medical_centers: ['mctr_1', 'mctr_2'] }),
  usableBy(false, { specializations: ['cardiology'], individuals: ['user_d1'] }),
  usableBy(false, { peer_groups: ['nurses'] }),
];

type Step =
  | {
      readonly does: 'completion';
      readonly app: number;
      readonly form: number;
      readonly ask: readonly string[];
      readonly withdraw: readonly string[];
    }
  | { readonly does: 'share'; readonly app: number; readonly form: number; readonly users: number }
  | { readonly does: 'complete'; readonly form: number; readonly patient: string }
  | { readonly does: 'sync'; readonly app: number; readonly takes: 'mine' | 'server' };

const app = fc.nat({ max: 1 });
const form = fc.nat({ max: 1 });
const wish = fc
  .tuple(fc.shuffledSubarray(PATIENTS, { minLength: 1 }), fc.nat({ max: 3 }))
  .map(([some, asked]) => ({ ask: some.slice(0, asked), withdraw: some.slice(asked) }));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ does: fc.constant('completion' as const), app, form, wish })
    .map(({ wish: wished, ...rest }) => ({
      ...rest,
      ...wished,
    })),
  fc.record({ does: fc.constant('share' as const), app, form, users: fc.nat({ max: 3 }) }),
  fc.record({ does: fc.constant('complete' as const), form, patient: fc.constantFrom(...PATIENTS) }),
  fc.record({
    does: fc.constant('sync' as const),
    app,
    takes: fc.constantFrom('mine' as const, 'server' as const),
  }),
);

/** Sends and refreshes; every question is decided the same way. */
async function sync(app: TestApp, take: 'mine' | 'server'): Promise<void> {
  for (let round = 0; round < 12; round++) {
    await app.sync({ full: true });
    const items = await app.outbox();
    if (items.length === 0) return;
    for (const { number, state } of items) {
      if (state === 'needs-you') await app.resolve(number, { take });
    }
  }
  throw new Error('something is left in the outbox');
}

/** The expectation of a simple model: wishes take effect when their client sends them, in their order. */
class Model {
  readonly asked: readonly Set<string>[] = [new Set(), new Set()];
  readonly #waiting: readonly Extract<Step, { does: 'completion' }>[][] = [[], []];
  /** Per form, what was set for its users, and by which client. */
  readonly said: readonly { readonly app: number; readonly users: number }[][] = [[], []];

  save(wished: Extract<Step, { does: 'completion' }>): void {
    this.#waiting[wished.app]?.push(wished);
  }

  sent(at: number): void {
    for (const { form: of, ask, withdraw } of this.#waiting[at]?.splice(0) ?? []) {
      for (const patient of withdraw) this.asked[of]?.delete(patient);
      for (const patient of ask) this.asked[of]?.add(patient);
    }
  }
}

async function runStep(action: Step, { apps, clinic, skip }: Opened, model: Model): Promise<void> {
  const id =
    'form' in action ? ([...getServiceRecords(clinic, 'form').keys()].toSorted()[action.form] ?? '') : '';
  const save = async (at: number, change: object): Promise<void> =>
    void (await (apps[at] as TestApp).save(change as never)); // two clients
  switch (action.does) {
    case 'completion': {
      const { ask, withdraw } = action;
      await save(action.app, { operation: 'forms.completion', data: { id, ask, withdraw } });
      return model.save(action);
    }
    case 'share':
      await save(action.app, {
        operation: 'forms.update',
        data: { id, usable_by: USERS[action.users] },
      });
      model.said[action.form]?.push(action);
      return;
    case 'complete':
      clinic.completeForm(id, action.patient);
      // The service takes whole lists of requests: what no read shows yet is replaced by the next one, and no client can avoid that.
      skip(READS_LAG);
      model.asked[action.form]?.delete(action.patient);
      return;
    case 'sync':
      await sync(apps[action.app] as TestApp, action.takes); // there are two clients
      skip(READS_LAG);
      return model.sent(action.app);
  }
}

interface Opened {
  readonly clinic: DemoServer;
  readonly apps: readonly TestApp[];
  readonly pass: (ms: number) => void;
  /** Advances the running time of the service alone. */
  readonly skip: (ms: number) => void;
}

/** A clinic without completion requests, and two clients of it. */
async function opened(dialect: Dialect): Promise<Opened> {
  const sizes = { requisitions: 0, forms: 2, notifications: 0, patients: 5 };
  const there = serviceClock();
  const clocks = [faultClock(there), faultClock(there)] as const;
  const clinic = await startDemoServer({ ...sizes, seed: 7, dialect, clock: there });
  for (const [id, form] of getServiceRecords(clinic, 'form')) {
    for (const patient of findPatients(form)) clinic.completeForm(id, patient);
  }
  const apps = [await openApp(clinic, { clock: clocks[0] }), await openApp(clinic, { clock: clocks[1] })];
  there.skip(READS_LAG);
  for (const each of apps) await sync(each, 'server');
  const pass = (ms: number): void => [...clocks, there].forEach((clock) => clock.pass(ms));
  return { clinic, apps, pass, skip: (ms) => there.skip(ms) };
}

/**
 * The allowed users of a form: if two clients set different users, a user has decided; if one client set
 * them, its value stands.
 */
function allowedUsers(
  said: readonly { readonly app: number; readonly users: number }[],
  before: unknown,
): readonly unknown[] {
  const isOneApp = new Set(said.map((each) => each.app)).size === 1;
  return isOneApp
    ? said.slice(-1).map(({ users }) => USERS[users])
    : [before, ...said.map(({ users }) => USERS[users])];
}

async function meet(dialect: Dialect, steps: readonly Step[]): Promise<readonly string[]> {
  const meeting = await opened(dialect);
  const { clinic, apps, pass } = meeting;
  try {
    const model = new Model();
    const before = getServiceRecords(clinic, 'form');
    for (const action of steps) await runStep(action, meeting, model);
    for (const at of [0, 1, 0]) await runStep({ does: 'sync', app: at, takes: 'mine' }, meeting, model);
    const serviceRecords = getServiceRecords(clinic, 'form');
    for (const [of, id] of [...serviceRecords.keys()].toSorted().entries()) {
      const form = serviceRecords.get(id);
      expect(findPatients(form)).toEqual([...(model.asked[of] ?? [])].toSorted());
      const users = allowedUsers(model.said[of] ?? [], before.get(id)?.['usable_by']);
      expect(users).toContainEqual(form?.['usable_by']);
    }
    const stale: string[] = [];
    for (const each of apps) {
      const refresh = async (): Promise<void> => {
        pass(AFTER_RECONCILE);
        await each.sync({ full: true });
      };
      stale.push(...(await listRemainingDifferences(each.cached, clinic, refresh)));
    }
    return stale;
  } finally {
    for (const each of apps) await each.close();
    await clinic.close();
  }
}

test('who may use a form and who is asked survives whatever two clients do to it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...DIALECTS),
      fc.array(step, { minLength: 6, maxLength: 24 }),
      async (dialect, steps) => {
        const stale = await inDialect(dialect, () => meet(dialect, steps));
        noteRun({ suite: 'two clients, forms', dialect });
        expect({ stale, dialect: dialect.name }).toEqual({ stale: [], dialect: dialect.name });
      },
    ),
    { numRuns: howMuch(2, 100), interruptAfterTimeLimit: howMuch(60_000, 1_200_000), seed: SEED },
  );
}, 1_300_000);
