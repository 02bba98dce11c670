import type { CallInput } from '#contract/api.ts';
import type { PackSchedule } from '#contract/downtime-pack.ts';
import { err, type AppError, type Result } from '#contract/result.ts';
import { toIsoDay } from '#contract/search/date-range.ts';
import { toEpochMs } from '#contract/time.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { DayPrintAndPackStore } from './day-print.ts';
import type { DayReadResult } from './day-span.ts';
import type { PackScheduleStore } from './pack-schedule.ts';
import { findDueShift, getPackRetryPauseMs } from './shifts.ts';

export interface PackMakerDeps {
  readonly calls: ProcedureCalls;
  /** The schedule of the open account. */
  readonly known: Pick<PackScheduleStore, 'store'>;
  readonly print: Pick<DayPrintAndPackStore, 'packForShift'>;
  /** Reads the sheet of today. */
  readonly readToday: () => Promise<DayReadResult>;
  /** Whether packs may be saved and everything that a pack shows is known, such as names. */
  readonly isReady: () => boolean;
  /** Returns the time zone of the settings: IANA name, or `system`. */
  readonly zone: () => string;
  /** Returns the time of day and the milliseconds for pauses. Default: this computer's. */
  readonly clock?: { readonly now: () => number; readonly monotonic: () => number };
}

/** Interval of the checks, in milliseconds. */
const CHECK_MS = 20_000;
const SYSTEM_CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };

/** The pack is not made now, and nothing is wrong: the next check tries again. */
function isPostponed({ code }: AppError): boolean {
  return code === 'on-its-way' || code === 'cancelled';
}

/** Makes the downtime packs that are made by themselves while this page shows an account, and changes when they are made. */
export class PackMaker {
  readonly store: PackScheduleStore['store'];
  readonly #deps: PackMakerDeps;
  readonly #clock: NonNullable<PackMakerDeps['clock']>;
  readonly #accounts = createLatestRequestGuard();
  #failures = 0;
  #failedAt = 0;

  constructor(deps: PackMakerDeps) {
    this.#deps = deps;
    this.store = deps.known.store;
    this.#clock = deps.clock ?? SYSTEM_CLOCK;
  }

  /** Returns whether it was changed. */
  set(wanted: CallInput<'packSchedule.set'>): Promise<boolean> {
    return this.#change(() => this.#deps.calls['packSchedule.set'](wanted));
  }

  async chooseFolder(): Promise<void> {
    await this.#change(() => this.#deps.calls['packSchedule.chooseFolder']({}));
  }

  /** Makes a pack at once, for the user. */
  makeNow(): Promise<void> {
    return this.#make(null);
  }

  /** Makes the pack of the present shift where it is due; called every now and then. */
  async check(): Promise<void> {
    const { schedule, isMaking } = this.store.getState();
    if (schedule?.isOn !== true || isMaking || !this.#deps.isReady()) return;
    const due = findDueShift(schedule, toEpochMs(this.#clock.now()), this.#deps.zone());
    if (due === null) return;
    if (this.#clock.monotonic() - this.#failedAt >= getPackRetryPauseMs(this.#failures))
      await this.#make(due);
  }

  /** Checks every now and then; returns the function that ends it. */
  start(): () => void {
    const timer = setInterval(() => void this.check(), CHECK_MS);
    return () => clearInterval(timer);
  }

  /** Forgets what was tried for the account before. */
  reset(): void {
    this.#accounts.cancel();
    this.#failures = 0;
  }

  /** Shows the result of a call, unless it is of an account that is no longer open. */
  #adopt(isSame: () => boolean, answer: Result<PackSchedule>): boolean {
    if (!isSame()) return false;
    this.store.setState(answer.ok ? { schedule: answer.value, error: null } : { error: answer.error });
    return answer.ok;
  }

  /** Makes a change; a schedule that was changed is tried at once. */
  async #change(call: () => Promise<Result<PackSchedule>>): Promise<boolean> {
    const isSame = this.#accounts.follow();
    const isChanged = this.#adopt(isSame, await call());
    if (isChanged) {
      this.#failures = 0;
      void this.check();
    }
    return isChanged;
  }

  async #make(shift: string | null): Promise<void> {
    if (this.store.getState().isMaking) return;
    const isSame = this.#accounts.follow();
    this.store.setState({ isMaking: true, error: null });
    const made = await this.#makePack(shift);
    if (!isSame()) return;
    this.store.setState({ isMaking: false });
    if (!made.ok && isPostponed(made.error) && shift !== null) return;
    this.#adopt(isSame, made);
    const hasFailed = !made.ok || made.value.failure !== null;
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    this.#failedAt = this.#clock.monotonic();
  }

  async #makePack(shift: string | null): Promise<Result<PackSchedule>> {
    const { print, readToday, zone } = this.#deps;
    const { span, answer } = await readToday();
    if (!answer.ok) return answer;
    if (span === null) return err('invalid-input');
    const name = toIsoDay(span.from, zone());
    return print.packForShift({ span, sheet: answer.value, name }, shift);
  }
}
