import type { EventPayload, Output, Parsed } from '#contract/api.ts';
import type { ControlOutput, controls } from '#contract/control.ts';
import { isLocalId } from '#contract/local-id.ts';
import type { Paper } from '#contract/papers.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { z } from 'zod';
import { describePaper, isNothing, isStale, newsOf } from './describe.ts';
import { fetchPaper } from './fetch.ts';
import { KeepOffline } from './keep-offline.ts';
import { News } from './news.ts';
import { PaperQueue } from './queue.ts';
import type { PaperDesk, PaperGate, PaperNews, PaperWay, RecordSource } from './seams.ts';
import type { Shelf } from './shelf.ts';

export interface PapersDeps {
  readonly shelf: Shelf;
  readonly records: RecordSource;
  readonly desk: PaperDesk;
  readonly way: PaperWay;
  readonly gate: PaperGate;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (payload: EventPayload<'papers'>) => void;
}

type Ids = readonly string[];

/** The PDFs of one account's requisitions: fetched, kept encrypted, read, copied for a person. */
export class Papers {
  readonly #deps: PapersDeps;
  readonly #queue: PaperQueue;
  readonly #keeping: KeepOffline;
  readonly #news: News;

  constructor(deps: PapersDeps) {
    this.#deps = deps;
    this.#keeping = new KeepOffline({ ...deps, queue: () => this.#queue });
    this.#news = new News({
      ...deps,
      describe: (ids) => this.#describe(ids),
      emit: (items) => deps.emit({ items }),
    });
    this.#queue = new PaperQueue({
      ...deps,
      fetch: (errand) => fetchPaper(deps, errand),
      onChanged: (id) => this.#news.changed(id),
      mayKeep: () => this.#keeping.mayKeep(),
      onArrived: (job) => this.#keeping.arrived(job),
    });
  }

  async get({ id }: Parsed<'papers.get'>): Promise<Result<Paper>> {
    const real = await this.#readableId(id);
    if (!real.ok) return real;
    const known = await this.#known([real.value]);
    if (!known.ok) return known;
    const [paper] = known.value;
    return paper === undefined ? err('internal') : ok(paper);
  }

  async some({ ids }: Parsed<'papers.some'>): Promise<Result<Output<'papers.some'>>> {
    const known = await this.#known(await this.#realIds(ids));
    return known.ok ? ok({ items: known.value.filter((paper) => !isNothing(paper)) }) : known;
  }

  /** Wants those that are not here in the version of the record. 'not-found' where the service knows none of them yet. */
  async fetch({ ids }: Parsed<'papers.fetch'>): Promise<Result<Output<'papers.fetch'>>> {
    const { shelf, records } = this.#deps;
    const real = await this.#realIds(ids);
    if (real.length === 0) return err('not-found');
    const here = await shelf.call('find', { ids: real });
    const versions = await records.versionsOf(real);
    if (!here.ok) return here;
    if (!versions.ok) return versions;
    const versionOf = new Map(versions.value.map(({ id, version }) => [id, version]));
    const fresh = new Set(
      here.value.filter((row) => !isStale(row, versionOf.get(row.id) ?? null)).map(({ id }) => id),
    );
    const wanted = real
      .filter((id) => !fresh.has(id))
      .map((id) => ({ id, version: versionOf.get(id) ?? null }));
    return ok({ queued: this.#queue.add(wanted, true) });
  }

  async cancel({ ids }: Parsed<'papers.cancel'>): Promise<Result<Record<string, never>>> {
    await this.#queue.cancel(await this.#realIds(ids));
    return ok({});
  }

  async read({ id, offset }: Parsed<'papers.read'>): Promise<Result<Output<'papers.read'>>> {
    const real = await this.#readableId(id);
    return real.ok ? this.#deps.shelf.call('read', { id: real.value, offset }) : real;
  }

  async drop({ ids }: Parsed<'papers.drop'>): Promise<Result<Record<string, never>>> {
    const real = await this.#realIds(ids);
    await this.#queue.cancel(real);
    const dropped = await this.#deps.shelf.call('drop', { ids: real });
    for (const id of real) this.#news.changed(id);
    return dropped.ok ? ok({}) : dropped;
  }

  async held(): Promise<Result<Output<'papers.held'>>> {
    const rule = await this.#deps.desk.rule();
    if (!rule.ok) return rule;
    const held = await this.#deps.shelf.call('held', null);
    const missing = await this.#keeping.missing(rule.value);
    if (!held.ok) return held;
    return missing.ok ? ok({ rule: rule.value, ...held.value, missing: missing.value }) : missing;
  }

  /** Takes another rule; what it names is fetched from now on, what it does not name may go. */
  async setRule(rule: Parsed<'papers.rule'>): Promise<Result<Output<'papers.held'>>> {
    const kept = await this.#deps.desk.setRule(rule);
    if (!kept.ok) return kept;
    this.#queue.forgetRest();
    this.keepOffline();
    return this.held();
  }

  /** Writes a copy for a person, and notes what for. */
  async copyTo({
    id,
    why,
    ...target
  }: z.output<(typeof controls)['papers.copyTo']['input']>): Promise<Result<ControlOutput<'papers.copyTo'>>> {
    const real = await this.#readableId(id);
    if (!real.ok) return real;
    const copied = await this.#deps.shelf.call('copyTo', { id: real.value, ...target });
    if (!copied.ok) return copied;
    const { version, hash, size } = copied.value;
    const noted = await this.#deps.desk.note({ requisition: real.value, action: why, version, hash });
    if (!noted.ok) this.#deps.log.warn('what was done with a PDF is not noted', { code: noted.error.code });
    return ok({ bytes: size });
  }

  /** The records are as fresh as they get: fetches in the background what the rule names. */
  keepOffline(): void {
    drop(this.#keeping.run(), 'PDFs could not be kept offline', this.#deps.log);
  }

  /** Stops what is under way, keeps nothing half, and ends the thread. Nothing is told afterwards. */
  async close(): Promise<void> {
    this.#news.stop();
    await this.#queue.stop();
    await this.#deps.shelf.close();
  }

  async #realId(id: string): Promise<Result<string>> {
    return isLocalId(id) ? this.#deps.records.realId(id) : ok(id);
  }

  /** Of a requisition that the user may no longer see, the PDF that is kept here is not shown either. */
  async #readableId(id: string): Promise<Result<string>> {
    const real = await this.#realId(id);
    if (!real.ok) return real;
    const allowed = await this.#deps.records.mayRead(real.value);
    return allowed.ok ? real : allowed;
  }

  /** Those that the service knows. */
  async #realIds(ids: Ids): Promise<Ids> {
    const real = await Promise.all(ids.map((id) => this.#realId(id)));
    return [...new Set(real.flatMap((each) => (each.ok ? [each.value] : [])))];
  }

  async #known(ids: Ids): Promise<Result<readonly Paper[]>> {
    const { shelf, records, desk } = this.#deps;
    const [rows, versions, printed] = await Promise.all([
      shelf.call('find', { ids }),
      records.versionsOf(ids),
      desk.printed(ids),
    ]);
    if (!rows.ok) return rows;
    if (!versions.ok) return versions;
    if (!printed.ok) return printed;
    const rowOf = new Map(rows.value.map((row) => [row.id, row]));
    const versionOf = new Map(versions.value.map(({ id, version }) => [id, version]));
    const printedOf = new Map(printed.value.map((entry) => [entry.requisition, entry]));
    return ok(
      ids.map((id) =>
        describePaper({
          id,
          row: rowOf.get(id),
          job: this.#queue.job(id),
          recordVersion: versionOf.get(id) ?? null,
          printed: printedOf.get(id),
        }),
      ),
    );
  }

  async #describe(ids: Ids): Promise<readonly PaperNews[]> {
    const rows = await this.#deps.shelf.call('find', { ids });
    const rowOf = new Map((rows.ok ? rows.value : []).map((row) => [row.id, row]));
    return ids.map((id) => newsOf(id, rowOf.get(id), this.#queue.job(id)));
  }
}
