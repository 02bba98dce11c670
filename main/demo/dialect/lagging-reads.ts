import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { CollectionChange, PageRequest, RecordCollection } from '../collection.ts';
import type { DialectChoices } from './unspecified-points.ts';

/** Delay in milliseconds before reads show a change, by the dialect's choices. */
const READ_DELAYS: Readonly<Record<DialectChoices['changedRead' | 'changedListed'], number>> = {
  'at-once': 0,
  'after-500ms': SECOND / 2,
  'after-1500ms': 1.5 * SECOND,
  'after-10s': 10 * SECOND,
  'after-30s': 30 * SECOND,
};

interface Identified {
  readonly id: string;
  readonly created_at: string;
}

interface LateChange<Full> {
  readonly at: number;
  readonly change: CollectionChange<Full>;
}

/** The records of one kind as reads show them: as they are, or as they were some time ago, like those of a replica. */
export class ShownRecords<Full extends Outline & Identified, Outline extends Identified> {
  readonly #records: RecordCollection<Full, Outline>;
  readonly #delay: number;
  readonly #clock: Clock;
  /** The changes that reads do not show yet, in their order. */
  readonly #late: LateChange<Full>[] = [];

  /**
   * @param primary the records as they are
   * @param createCopy creates a copy of the records as they are at the beginning
   */
  constructor(
    primary: RecordCollection<Full, Outline>,
    createCopy: () => RecordCollection<Full, Outline>,
    shown: DialectChoices['changedRead' | 'changedListed'],
    clock: Clock,
  ) {
    this.#delay = READ_DELAYS[shown];
    this.#clock = clock;
    this.#records = this.#delay === 0 ? primary : createCopy();
    if (this.#delay > 0) primary.onChange((change) => this.#late.push({ at: clock.monotonic(), change }));
  }

  /** Returns a record as a GET shows it. A new one is shown at once, as it was created. */
  find(id: string): Full | undefined {
    this.#catchUp();
    const isOfId = ({ change }: LateChange<Full>): boolean =>
      change.type === 'create' && change.record.id === id;
    const created = this.#late.find(isOfId)?.change;
    return this.#records.find(id) ?? (created?.type === 'create' ? created.record : undefined);
  }

  /** Returns whether lists hold a record. */
  isListed(id: string): boolean {
    this.#catchUp();
    return this.#records.find(id) !== undefined;
  }

  page(request: PageRequest<Outline>): Full[] {
    this.#catchUp();
    return this.#records.page(request);
  }

  /** Returns a number that grows with every change that reads show. */
  revision(): number {
    this.#catchUp();
    return this.#records.revision();
  }

  #catchUp(): void {
    const now = this.#clock.monotonic();
    while ((this.#late[0]?.at ?? Infinity) <= now - this.#delay) {
      const first = this.#late.shift();
      if (first !== undefined) this.#records.apply(first.change);
    }
  }
}
