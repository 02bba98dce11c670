import type { PaperRule } from '#contract/papers.ts';
import { ok, type Result } from '#contract/result.ts';
import { collapse } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import { isStale } from './describe.ts';
import type { Job, PaperQueue } from './queue.ts';
import type { PaperDesk, RecordSource, RecordVersion } from './seams.ts';
import type { Shelf } from './shelf.ts';

export interface KeepDeps {
  readonly shelf: Pick<Shelf, 'call'>;
  readonly records: Pick<RecordSource, 'namedBy'>;
  readonly desk: Pick<PaperDesk, 'rule'>;
  readonly queue: () => PaperQueue;
  readonly clock: Clock;
}

const MEGABYTE = 1_000_000;
/** What could not be had is not asked for again by the rule before this, unless its record changes. */
const FAILED_REST = 15 * MINUTE;

/** After so many that did not fit, a run fetches no more: the rest is hardly smaller. */
const MAX_MISFITS_PER_RUN = 3;

/** A PDF that was fetched and did not fit. */
interface Misfit {
  readonly version: RecordVersion['version'];
  /** Bytes. */
  readonly size: number;
}

/** The room for all PDFs, in bytes. */
function capOf({ capMegabytes }: PaperRule): number {
  return capMegabytes * MEGABYTE;
}

/** Keeps those PDFs here that the desk's rule names, within the room that it gives to all of them. */
export class KeepOffline {
  readonly #deps: KeepDeps;
  /** Ids that the rule named when that was looked up last. */
  #named: readonly string[] = [];
  readonly #misfits = new Map<string, Misfit>();
  #misfitsInRun = 0;

  constructor(deps: KeepDeps) {
    this.#deps = deps;
  }

  /** Wants what the rule names and is not here as it should be. */
  readonly run = collapse(() => this.#run());

  /** Those that the rule names and that are not here in any version. */
  async missing(rule: PaperRule): Promise<Result<number>> {
    const named = await this.#lookUp(rule);
    if (!named.ok) return named;
    const here = await this.#deps.shelf.call('find', { ids: this.#named });
    return here.ok ? ok(named.value.length - here.value.length) : here;
  }

  /** Whether there is room for one more that only the rule wants. */
  async mayKeep(): Promise<boolean> {
    const { desk, shelf } = this.#deps;
    const rule = await desk.rule();
    const held = await shelf.call('held', null);
    return rule.ok && held.ok && held.value.bytes < capOf(rule.value);
  }

  /** Makes room for one that has arrived. One that only the rule wants goes again where there is none. */
  async arrived({ id, isAsked, version, received }: Job): Promise<void> {
    const { desk, shelf, queue } = this.#deps;
    const rule = await desk.rule();
    if (!rule.ok) return;
    const cap = capOf(rule.value);
    const left = await shelf.call('makeRoom', { cap, kept: [...this.#named, id] });
    if (!left.ok || left.value <= cap) return;
    if (isAsked) {
      await shelf.call('makeRoom', { cap, kept: [id] });
      return;
    }
    await shelf.call('drop', { ids: [id] });
    this.#misfits.set(id, { version, size: received });
    this.#misfitsInRun += 1;
    if (this.#misfitsInRun >= MAX_MISFITS_PER_RUN) queue().forgetRest();
  }

  async #run(): Promise<void> {
    const { desk, shelf, queue } = this.#deps;
    const rule = await desk.rule();
    const named = rule.ok ? await this.#lookUp(rule.value) : rule;
    if (!rule.ok || !named.ok) return;
    const cap = capOf(rule.value);
    const left = await shelf.call('makeRoom', { cap, kept: this.#named });
    const here = await shelf.call('find', { ids: this.#named });
    if (!here.ok || !left.ok || left.value >= cap) return;
    this.#misfitsInRun = 0;
    this.#forgetUnnamed();
    const room = cap - left.value;
    const rows = new Map(here.value.map((row) => [row.id, row]));
    const wanted = named.value.filter((record) => {
      const row = rows.get(record.id);
      if (row !== undefined && !isStale(row, record.version)) return false;
      return !this.#hasJustFailed(record) && !this.#isTooLargeFor(record, room + (row?.size ?? 0));
    });
    queue().add(wanted, false);
  }

  /** Whether a PDF of this version was fetched before and needs more than this room, in bytes. */
  #isTooLargeFor({ id, version }: RecordVersion, room: number): boolean {
    const misfit = this.#misfits.get(id);
    return misfit !== undefined && misfit.version === version && misfit.size > room;
  }

  #forgetUnnamed(): void {
    const named = new Set(this.#named);
    for (const id of this.#misfits.keys()) if (!named.has(id)) this.#misfits.delete(id);
  }

  #hasJustFailed({ id, version }: RecordVersion): boolean {
    const job = this.#deps.queue().job(id);
    if (job?.state !== 'failed' || job.version !== version) return false;
    return this.#deps.clock.monotonic() - job.failedAt < FAILED_REST;
  }

  async #lookUp({ keep }: PaperRule): Promise<Result<readonly RecordVersion[]>> {
    const named = await this.#deps.records.namedBy(keep);
    if (named.ok) this.#named = named.value.map(({ id }) => id);
    return named;
  }
}
