import type { PendingChange, ClosedChange } from '#contract/outbox.ts';
import type { WriteLogEntry } from '#main/demo/write-log.ts';
import type { DemoServer } from '#main/demo/server.ts';
import { type Marked, findMarks, timesDone } from './workload.ts';
import { findPatients, getServiceRecords } from '../support/clinic.ts';

/** A change that Intray reported as saved, and its number in the outbox. */
export interface SavedChange extends Marked {
  readonly outboxNumber: number;
}

/**
 * The outcome of a run. Each list holds marks of changes, and is empty when all is well, except for duplicates
 * that the user chose.
 */
export interface Verdict {
  readonly changes: number;
  readonly questions: number;
  readonly lost: readonly string[];
  /** Carried out more often than once plus the times a user said 'Send again'. */
  readonly doubled: readonly string[];
  readonly doubledByUser: readonly string[];
  /** Reported as done by a record that another request made. */
  readonly adopted: readonly string[];
  /**
   * Reported as done by the program although the service has a different value, which no later change
   * explains.
   */
  readonly differing: readonly string[];
}

const TEXT_FIELDS = ['name', 'description', 'order_details'] as const;
const KIND_OF_PATH = { forms: 'form', requisitions: 'requisition', notifications: 'notification' } as const;

/** How a change leaves the outbox unsent, by the service's state or by a user's decision. */
const GIVEN_UP: readonly ClosedChange['ending'][] = ['needless', 'gave-way', 'form-deleted', 'discarded'];

/** Texts count as equal after NFC, normalized line ends and trimming. */
function isSameText(left: unknown, right: unknown): boolean {
  const plain = (value: unknown): string =>
    (typeof value === 'string' ? value : '').normalize('NFC').replaceAll('\r\n', '\n').trim();
  return plain(left) === plain(right);
}

function getFields(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** What users saw and did in one run, compared with the demo clinic's own write log. */
export class Tally {
  readonly savedChanges: SavedChange[] = [];
  /** Changes without a response: Intray may nevertheless have saved and sent them. */
  readonly unanswered: Marked[] = [];
  /** Changes that a restored data folder no longer holds. */
  readonly #forgotten: Marked[] = [];
  readonly #sentAgain = new Map<string, number>();
  /** Numbers of creates for which a user chose a record, with its differences on screen. */
  readonly #chosen = new Set<number>();
  readonly #isAlone: boolean;
  #questions = 0;

  /**
   * @param isAlone whether no other client changes completion requests: the service takes whole lists, so that two clients may
   * replace each other's
   */
  constructor({ isAlone = true }: { readonly isAlone?: boolean } = {}) {
    this.#isAlone = isAlone;
  }

  /** Drops the saved changes behind the first `count`, because an older data folder was restored: they need not be sent. */
  forgetSavedAfter(count: number): void {
    this.#forgotten.push(...this.savedChanges.splice(count));
  }

  /**
   * Records a decision; `sentAgain` holds the marks of what the service had already done when the user said
   * 'Send again'.
   */
  noteDecision({ state }: Pick<PendingChange, 'state'>, sentAgain: readonly string[]): void {
    if (state === 'needs-you') this.#questions += 1;
    for (const mark of sentAgain) this.#sentAgain.set(mark, (this.#sentAgain.get(mark) ?? 0) + 1);
  }

  /** Records that a user identified a record of the service as the one that this create made. */
  noteChoice(outboxNumber: number): void {
    this.#chosen.add(outboxNumber);
  }

  /**
   * Compares the run with the write log.
   * @param settled every change that left the outbox, and how
   */
  verdict(clinic: DemoServer, settled: readonly ClosedChange[]): Verdict {
    const done = timesDone(clinic);
    const doubles = [...done].filter(
      ([mark, times]) => times > 1 && !(isReadLate(clinic) && this.#isField(mark)),
    );
    const isUsers = ([mark, times]: readonly [string, number]): boolean =>
      times - 1 <= (this.#sentAgain.get(mark) ?? 0);
    return {
      changes: this.savedChanges.length,
      questions: this.#questions,
      lost: this.savedChanges
        .filter((change) => this.#isLost(change, clinic, done, settled))
        .map(({ mark }) => mark),
      doubled: doubles.filter((double) => !isUsers(double)).map(([mark]) => mark),
      doubledByUser: doubles.filter(isUsers).map(([mark]) => mark),
      adopted: this.#settledAs(settled, (change, { id }) => isAnothersRecord(clinic, change, id)),
      differing: this.#settledAs(
        settled,
        (change) => !this.#chosen.has(change.outboxNumber) && isSomethingElse(clinic, change),
      ),
    };
  }

  /** Returns whether a mark is of a change that only sets a field, so that sending it again changes nothing. */
  #isField(mark: string): boolean {
    const isOfMark = (marked: Marked): boolean => marked.mark === mark && marked.sets !== null;
    return [...this.savedChanges, ...this.unanswered, ...this.#forgotten].some(isOfMark);
  }

  #settledAs(
    settled: readonly ClosedChange[],
    isWrong: (change: SavedChange, how: ClosedChange) => boolean,
  ): string[] {
    const told = new Map(
      settled
        .filter(({ ending }) => ending === 'sent' || ending === 'found' || ending === 'needless')
        .map((each) => [each.number, each]),
    );
    return this.savedChanges.flatMap((change) => {
      const how = told.get(change.outboxNumber);
      return how !== undefined && isWrong(change, how) ? [`${change.mark} (${how.ending})`] : [];
    });
  }

  /**
   * A change of a field is kept if it, or a later one of the same field, was carried out, if the service
   * already had the value, or if a user discarded it; any other change is kept if it was carried out itself, and no other change
   * from here has undone it. A later change counts even without its own response.
   */
  #isLost(
    { sets, mark, number, outboxNumber, change }: SavedChange,
    clinic: DemoServer,
    done: ReadonlyMap<string, number>,
    settled: readonly ClosedChange[],
  ): boolean {
    if (sets === null) return !done.has(mark) || (this.#isAlone && isDropped(clinic, change));
    const how = settled.find((each) => each.number === outboxNumber)?.ending;
    if (how !== undefined && GIVEN_UP.includes(how)) return false;
    const isLater = (other: Marked): boolean => other.sets === sets && other.number > number;
    const isOvertaken =
      this.savedChanges.some(isLater) ||
      this.unanswered.some((other) => isLater(other) && isCarriedOut(clinic, other));
    return !isOvertaken && !isCarriedOut(clinic, { mark, change });
  }
}

/** Whether the service shows a change only some time after it: a field that was set may be set again, since nothing shows its value. */
function isReadLate({ dialect }: DemoServer): boolean {
  return dialect.choices.changedRead !== 'at-once';
}

/** Whether a form lacks a patient whom a change has asked. */
function isDropped(clinic: DemoServer, { operation, data }: SavedChange['change']): boolean {
  if (operation !== 'forms.completion') return false;
  const patients = findPatients(getRecord(clinic, data.id));
  return (data.ask ?? []).some((patient) => !patients.includes(patient));
}

function getEntries(clinic: DemoServer, id: string): readonly WriteLogEntry[] {
  return clinic.writeLog().filter((entry) => entry.id === id);
}

function getRecord(clinic: DemoServer, id: string): Readonly<Record<string, unknown>> | undefined {
  return Object.values(KIND_OF_PATH)
    .map((kind) => getServiceRecords(clinic, kind).get(id))
    .find((record) => record !== undefined);
}

/**
 * Whether the write log contains it. Read marks have no mark of their own; one that the service never received is as good as
 * carried out where the notification has always had its value.
 */
function isCarriedOut(clinic: DemoServer, { mark, change }: Pick<SavedChange, 'mark' | 'change'>): boolean {
  const { data } = change;
  if ('read' in data) {
    const entries = getEntries(clinic, data.id);
    if (entries.length === 0) return getRecord(clinic, data.id)?.['read'] === data.read;
    return entries.some(({ body }) => getFields(body)['read'] === data.read);
  }
  return clinic.writeLog().some(({ body }) => findMarks(body).has(mark));
}

function isAnothersRecord(clinic: DemoServer, { change, mark }: SavedChange, id: string): boolean {
  if (!change.operation.endsWith('.create')) return false;
  return !getEntries(clinic, id).some(
    ({ path, body }) => path.split('/').length === 3 && findMarks(body).has(mark),
  );
}

/** Returns the record that a change made or changed, by the write log. */
function findChangedRecord(clinic: DemoServer, { mark, change }: SavedChange): string | undefined {
  if ('id' in change.data) return change.data.id;
  return clinic.writeLog().findLast(({ body }) => findMarks(body).has(mark))?.id;
}

function isSomethingElse(clinic: DemoServer, saved: SavedChange): boolean {
  const id = findChangedRecord(clinic, saved);
  const record = id === undefined ? undefined : getRecord(clinic, id);
  if (id === undefined || record === undefined) return false; // counted as lost
  const sent = getFields(saved.change.data);
  return TEXT_FIELDS.some((field) => {
    const last = getEntries(clinic, id).findLast(({ body }) => Object.hasOwn(getFields(body), field));
    const isLast = typeof sent[field] === 'string' && getFields(last?.body)[field] === sent[field];
    return isLast && !isSameText(record[field], sent[field]);
  });
}
