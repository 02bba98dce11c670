import { ACCESS_KIND_BY_REMOVAL_KIND } from '#contract/access-log.ts';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { isId, isLocalId } from '#contract/records.ts';
import type { RemovalReceipt } from '#contract/removal.ts';
import type { Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { createTaskQueue, runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { AccessLog } from './log.ts';
import type { AccessLogScope } from './protocol.ts';
import { listAccessesOfCall, type AccessMeantByCall } from './recorded-calls.ts';
import { SearchAccessDebouncer, type SearchToRecord } from './search-debouncer.ts';

interface Who {
  readonly account: string | null;
  readonly user: string | null;
}

export interface AccessRecorderDeps {
  readonly accessLog: Pick<AccessLog, 'record' | 'keepReceipts'>;
  /**
   * Returns the patient of a cached requisition, or of the requisition that a cached notification is about; null where it
   * is not known.
   */
  readonly findPatient: (of: 'requisition' | 'notification', id: string) => Promise<string | null>;
  readonly clock: Clock;
  readonly log: Log;
}

const NOBODY: Who = { account: null, user: null };

/**
 * A record or a search that is read again within this time counts as the same opening or search, unless
 * another one of the same sort was read in between.
 */
const SAME_WITHIN = { opening: 10 * MINUTE, search: MINUTE, 'own-change': 10 * MINUTE } as const;
/** The patient is looked up for at most this many records of a call. */
const MAX_LOOKUPS = 50;

/** What was read last among the records or searches of one sort, and when. */
interface LastReading {
  readonly key: string;
  readonly at: number;
}

/**
 * Turns calls that were served into entries of the access log. Calls do not wait for it, and its failures do
 * not affect them.
 */
export class AccessRecorder {
  readonly #options: AccessRecorderDeps;
  readonly #queue = createTaskQueue();
  readonly #lastReadings = new Map<string, LastReading>();
  /**
   * When each record was changed last, epoch milliseconds, the latest change last: the page then reads the pending changes of
   * the record by itself. Older ones than `SAME_WITHIN` are removed.
   */
  readonly #lastEdits = new Map<string, number>();
  readonly #searches: SearchAccessDebouncer;
  #who: Who = NOBODY;

  constructor(options: AccessRecorderDeps) {
    this.#options = options;
    this.#searches = new SearchAccessDebouncer(options, (search) => this.#writeUnlessRepeated(search));
  }

  /**
   * The part of the log that may be read now: everybody at the computer can open the demo clinic, which therefore shows
   * none of the entries of other accounts.
   */
  get scope(): AccessLogScope {
    return this.#who.account === 'demo' ? { account: 'demo' } : {};
  }

  /** Records a call after it was served, with the input that its schema has checked. */
  handleServed(name: string, input: unknown, result: Result<unknown>): void {
    const { clock, log } = this.#options;
    try {
      const at = toEpochMs(clock.now());
      const found = listAccessesOfCall(name, input, result.ok ? result.value : null);
      const outcome = result.ok ? 'ok' : result.error.code;
      const isSearch = found.length > 0 && found.every(({ searchText }) => searchText !== undefined);
      if (found.length > 0 && !isSearch) this.#searches.flush();
      this.#followAccount(name, found, result.ok);
      if (isSearch) this.#searches.hold(found.map((access) => ({ access, outcome, at })));
      else
        for (const access of found)
          this.#writeUnlessRepeated({ access, outcome: access.outcome ?? outcome, at });
    } catch (thrown) {
      log.error('an access could not be recorded', { name, thrown: describeThrown(thrown) });
    }
  }

  /** Records an access that no call of the page makes: one by the main process or by the command. */
  note({ what, outcome, account, user, records = [], at }: InternalProcedureInput<'accessLog.note'>): void {
    this.#searches.flush();
    const who = account === undefined ? this.#who : { account, user: user ?? null };
    this.#write({ what, records, who }, outcome, toEpochMs(at ?? this.#options.clock.now()));
  }

  /** Records what finished removals have deleted. Returns an error where the log does not keep it. */
  keepReceipts(receipts: readonly RemovalReceipt[]): Promise<Result<Record<string, never>>> {
    this.#searches.flush();
    const at = toEpochMs(this.#options.clock.now());
    const accesses = receipts.map((receipt) => ({
      what: ACCESS_KIND_BY_REMOVAL_KIND[receipt.what],
      account: receipt.account,
      user: isId('user', receipt.userId) ? receipt.userId : null,
      record: null,
      patient: null,
      outcome: 'ok',
      at,
      receipt,
    }));
    return this.#queue(() => this.#options.accessLog.keepReceipts(accesses));
  }

  /** Resolves when everything that was recorded has reached the log. */
  async drain(): Promise<void> {
    this.#searches.flush();
    await this.#queue(async () => {});
  }

  #followAccount(name: string, [access]: readonly AccessMeantByCall[], isDone: boolean): void {
    const leavesAccount = [
      'engine.close',
      'engine.endRun',
      'engine.open',
      'engine.moveAway',
      'engine.goBack',
      'engine.rekey',
    ];
    if (!leavesAccount.includes(name)) return;
    this.#searches.flush();
    this.#lastReadings.clear();
    this.#lastEdits.clear();
    this.#who = name === 'engine.open' && isDone ? (access?.who ?? NOBODY) : NOBODY;
  }

  #writeUnlessRepeated({ access, outcome, at }: SearchToRecord): void {
    // Before an account is open no record can be seen, so such a call has no entry.
    if (access.who === undefined && this.#who.account === null) return;
    if (this.#isRepeated(access, outcome, at)) return;
    this.#write(access, outcome, at);
  }

  #isRepeated(
    { what, records = [], patient, repeats }: AccessMeantByCall,
    outcome: string,
    at: EpochMs,
  ): boolean {
    const id = records[0] ?? patient ?? '';
    if (what === 'edit') this.#noteEdits(records, at);
    if (repeats === undefined) return false;
    const editedAt = repeats === 'own-change' ? this.#lastEdits.get(id) : undefined;
    if (editedAt !== undefined && Math.abs(at - editedAt) < SAME_WITHIN[repeats]) return true;
    // A notification and its requisition may be open together: each kind has its own last opening.
    const sort = `${what} ${id.slice(0, id.indexOf('_') + 1)}`;
    const before = this.#lastReadings.get(sort);
    const key = `${id} ${outcome}`;
    this.#lastReadings.set(sort, { key, at });
    return before?.key === key && Math.abs(at - before.at) < SAME_WITHIN[repeats];
  }

  #noteEdits(records: readonly string[], at: EpochMs): void {
    for (const id of records) {
      this.#lastEdits.delete(id);
      this.#lastEdits.set(id, at);
    }
    for (const [id, editedAt] of this.#lastEdits) {
      if (Math.abs(at - editedAt) < SAME_WITHIN['own-change']) break;
      this.#lastEdits.delete(id);
    }
  }

  #write(access: AccessMeantByCall, outcome: string, at: EpochMs): void {
    const { what, records = [], patient = null } = access;
    const { account, user } = access.who ?? this.#who;
    const ids = records.length === 0 ? [null] : records;
    const work = async (): Promise<void> => {
      const entries = [];
      for (const [index, record] of ids.entries()) {
        const known = patient ?? (index < MAX_LOOKUPS ? await this.#findPatient(record) : null);
        entries.push({ what, account, user, record, patient: known, outcome, at, receipt: null });
      }
      this.#options.accessLog.record(entries);
    };
    runInBackground(this.#queue(work), 'an access could not be recorded', this.#options.log);
  }

  async #findPatient(record: string | null): Promise<string | null> {
    if (record === null) return null;
    if (isId('notification', record)) return this.#options.findPatient('notification', record);
    const isRequisition = record.startsWith('req_') || isLocalId(record);
    return isRequisition ? this.#options.findPatient('requisition', record) : null;
  }
}
