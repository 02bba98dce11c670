import type { CallOutput } from '#contract/api.ts';
import type { Kind } from '#contract/records.ts';
import type { MissingRecord } from '#contract/missing-records.ts';
import { MINUTE } from '#main/base/durations.ts';
import { unwrap } from '../../../support/engine.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { changeAsOtherClient, LIST_PATHS } from '../../../support/clinic.ts';
import { type SteppingClock, steppingClock } from '../../../support/clocks.ts';

const OK = 200;

/** An account of a clinic that may stop returning records, for tests of both. */
export interface LosingClinic extends TestApp {
  readonly clock: SteppingClock;
  idAt(kind: Kind, place: number): string;
  /**
   * The service no longer lists these records, and responds with this status to their ids; 200 returns them.
   */
  lose(kind: Kind, ids: readonly string[], status?: number): Promise<void>;
  /** The service returns everything again. */
  restore(): void;
  /** A full sweep and the check after it. */
  refresh(kind: Kind): Promise<void>;
  /** Sweeps and waits until the missing records are certain. */
  makeCertain(kind: Kind): Promise<void>;
  missing(state: MissingRecord['state']): Promise<readonly MissingRecord[]>;
  confirm(kind: Kind, ids: readonly string[]): Promise<CallOutput<'missing.confirm'>>;
  has(kind: Kind, id: string): Promise<boolean>;
}

/** Opens an account on a clinic and reads all of it once. */
export async function losingClinic(sizes: Readonly<Record<string, number>> = {}): Promise<LosingClinic> {
  const clock = steppingClock();
  const opened = await openTestApp(
    { seed: 7, requisitions: 40, forms: 12, notifications: 20, patients: 5, ...sizes },
    { clock },
  );
  await opened.sync();
  const refresh = async (kind: Kind): Promise<void> => void (await opened.pull(kind, true));
  const { clinic } = opened;
  return Object.assign(opened, {
    clock,
    idAt: (kind, place) => [...opened.serviceRecords(kind).keys()].at(place) ?? '',
    lose: async (kind, ids, status = 404) => {
      const { data } = (await changeAsOtherClient(
        clinic,
        `${LIST_PATHS[kind]}?limit=1000`,
        null,
        'GET',
      )) as unknown as {
        data: readonly { id: string }[]; // the demo clinic returns a list
      };
      const listed = data.filter(({ id }) => !ids.includes(id));
      // A page is cut from what is left, as at a service that has no more: consecutive pages fit together.
      data.forEach((_record, offset) =>
        clinic.faults.add({
          match: { method: 'GET', path: new RegExp(`^${LIST_PATHS[kind]}[?].*offset=${offset}(&|$)`) },
          action: { kind: 'replace', body: () => ({ object: 'list', data: listed.slice(offset) }) },
        }),
      );
      for (const id of status === OK ? [] : ids) {
        clinic.faults.add({
          match: { path: `${LIST_PATHS[kind]}/${id}` },
          action: { kind: 'answer', status },
        });
      }
    },
    restore: () => clinic.faults.clear(),
    refresh,
    makeCertain: async (kind) => {
      await refresh(kind);
      await refresh(kind);
      clock.run(11 * MINUTE);
      await refresh(kind);
    },
    missing: async (state) => unwrap(await opened.engine().call('missing.list', { state, limit: 500 })).items,
    confirm: async (kind, ids) =>
      unwrap(await opened.engine().call('missing.confirm', { kind, ids: [...ids] })),
    has: async (kind, id) => (await opened.cached(kind)).has(id),
  } satisfies Omit<LosingClinic, keyof TestApp>);
}
