import type { RandomGenerator } from '#main/base/random.ts';
import { shuffle } from './random-choices.ts';
import type { DialectChoices } from './dialect/unspecified-points.ts';

/** Generated records of one kind, by number. Number 0 is the newest. Records are generated on demand. */
export interface LazyGeneratedRecords<Full extends Outline, Outline> {
  readonly size: number;
  /** Returns the number of an identifier of this source; it may be beyond `size`. */
  readonly indexOf: (id: string) => number | null;
  /** Returns the fields for filters and orders; cheaper than the whole record. */
  readonly outline: (index: number) => Outline;
  readonly record: (index: number) => Full;
}

/** The orders of a list; the service's document leaves the order open (section 4.3, last sentence). */
export type DemoListOrder = DialectChoices['order'];

/** A filter; `key` identifies it: filters with equal keys behave equally. */
export interface RecordFilter<Outline> {
  readonly key: string;
  readonly test: (outline: Outline) => boolean;
}

export interface PageRequest<Outline> {
  readonly order: DemoListOrder;
  /** Whether records with times in the same second may change their order between two pages. */
  readonly hasLooseTies?: boolean;
  readonly filter: RecordFilter<Outline> | null;
  readonly offset: number;
  readonly limit: number;
}

interface Identified {
  readonly id: string;
  readonly created_at: string;
}

export interface RecordCollectionOptions {
  /** Whether a changed record moves to the front, as in an order by last update. */
  readonly changedFirst: boolean;
  /** The source of the random order. */
  readonly random: RandomGenerator;
}

/** One change of a collection, as a copy of the collection repeats it. */
export type CollectionChange<Full> =
  | { readonly type: 'create'; readonly record: Full }
  | { readonly type: 'replace'; readonly record: Full; readonly moves: boolean }
  | { readonly type: 'remove'; readonly id: string };

const MAX_ARRANGEMENTS = 16;

/** The length of a timestamp's part down to its seconds. */
const SECONDS_LENGTH = 19;

/** Groups adjacent items with equal keys, in order. */
function groupNeighbours(items: readonly number[], keyOf: (item: number) => string): number[][] {
  const groups: number[][] = [];
  let last: string | null = null;
  for (const item of items) {
    const key = keyOf(item);
    if (key === last) groups.at(-1)?.push(item);
    else groups.push([item]);
    last = key;
  }
  return groups;
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * All records of one kind: the generated ones, with later changes applied. Every record has a slot: its
 * number if it was generated, a number after those if it was created later. An arrangement is a list of
 * slots, cached until something changes.
 */
export class RecordCollection<Full extends Outline, Outline extends Identified> {
  readonly #source: LazyGeneratedRecords<Full, Outline>;
  readonly #options: RecordCollectionOptions;
  readonly #changed = new Map<number, Full>();
  readonly #created = new Map<string, number>();
  readonly #removed = new Set<number>();
  /** The slots that moved to the front, in the order in which they did, the newest last. */
  readonly #front = new Set<number>();
  readonly #arrangements = new Map<string, readonly number[]>();
  readonly #listeners: ((change: CollectionChange<Full>) => void)[] = [];
  #revision = 0;

  constructor(source: LazyGeneratedRecords<Full, Outline>, options: RecordCollectionOptions) {
    this.#source = source;
    this.#options = options;
  }

  find(id: string): Full | undefined {
    const slot = this.#slotOf(id);
    return slot === undefined ? undefined : this.#recordAt(slot);
  }

  create(record: Full): void {
    const slot = this.#source.size + this.#created.size;
    this.#created.set(record.id, slot);
    this.#put(slot, record, true);
    this.#notify({ type: 'create', record });
  }

  /** Replaces the record with the same id, which must exist. `moves`: it counts as changed now. */
  replace(record: Full, moves = true): void {
    const slot = this.#slotOf(record.id);
    if (slot === undefined) throw new Error('a record that is not there cannot be replaced');
    this.#put(slot, record, moves && this.#options.changedFirst);
    this.#notify({ type: 'replace', record, moves });
  }

  /** Removes a record. Returns whether it existed. */
  remove(id: string): boolean {
    const slot = this.#slotOf(id);
    if (slot === undefined) return false;
    this.#removed.add(slot);
    this.#front.delete(slot);
    this.#changed.delete(slot);
    this.#noteChange();
    this.#notify({ type: 'remove', id });
    return true;
  }

  /** Calls the listener with every change from now on. */
  onChange(listener: (change: CollectionChange<Full>) => void): void {
    this.#listeners.push(listener);
  }

  /** Repeats a change of the collection of which this one is a copy. */
  apply(change: CollectionChange<Full>): void {
    if (change.type === 'create') this.create(change.record);
    else if (change.type === 'replace') this.replace(change.record, change.moves);
    else this.remove(change.id);
  }

  page({ order, hasLooseTies = false, filter, offset, limit }: PageRequest<Outline>): Full[] {
    const steady = filter === null ? this.#arranged(order) : this.#filtered(order, filter);
    const slots = hasLooseTies ? this.#shuffleTies(steady, order) : steady;
    return slots.slice(offset, offset + limit).map((slot) => this.#recordAt(slot));
  }

  /** Returns the revision of the collection: a number that grows with every change of a record. */
  revision(): number {
    return this.#revision;
  }

  /** Yields every record in the natural order, each generated when it is reached. */
  *all(): Generator<Full> {
    for (const slot of this.#newestFirst()) yield this.#recordAt(slot);
  }

  #slotOf(id: string): number | undefined {
    const index = this.#source.indexOf(id);
    const slot = index !== null && index < this.#source.size ? index : this.#created.get(id);
    return slot === undefined || this.#removed.has(slot) ? undefined : slot;
  }

  #recordAt(slot: number): Full {
    return this.#changed.get(slot) ?? this.#source.record(slot);
  }

  #outlineAt(slot: number): Outline {
    return this.#changed.get(slot) ?? this.#source.outline(slot);
  }

  #put(slot: number, record: Full, toFront: boolean): void {
    this.#changed.set(slot, record);
    if (toFront) {
      this.#front.delete(slot);
      this.#front.add(slot);
    }
    this.#noteChange();
  }

  #notify(change: CollectionChange<Full>): void {
    this.#listeners.forEach((listener) => listener(change));
  }

  #noteChange(): void {
    this.#revision += 1;
    this.#arrangements.clear();
  }

  #arranged(order: DemoListOrder): readonly number[] {
    return order === 'random' ? this.#arrange(order) : this.#getCached(order, () => this.#arrange(order));
  }

  #filtered(order: DemoListOrder, { key, test }: RecordFilter<Outline>): readonly number[] {
    const matching = (): number[] => this.#arranged(order).filter((slot) => test(this.#outlineAt(slot)));
    return order === 'random' ? matching() : this.#getCached(`${order} ${key}`, matching);
  }

  #getCached(key: string, make: () => readonly number[]): readonly number[] {
    const slots = this.#arrangements.get(key) ?? make();
    if (this.#arrangements.size >= MAX_ARRANGEMENTS) this.#arrangements.clear();
    this.#arrangements.set(key, slots);
    return slots;
  }

  #arrange(order: DemoListOrder): readonly number[] {
    switch (order) {
      case 'updated-desc':
        return this.#newestFirst();
      case 'updated-asc':
        return this.#newestFirst().reverse();
      case 'created-desc':
        return this.#sorted((outline) => outline.created_at).reverse();
      case 'created-asc':
        return this.#sorted((outline) => outline.created_at);
      case 'id':
        return this.#sorted((outline) => outline.id);
      case 'random':
        return shuffle(this.#options.random, this.#newestFirst());
    }
  }

  #shuffleTies(slots: readonly number[], order: DemoListOrder): readonly number[] {
    const getSecond = (slot: number): string => {
      const record: object & { readonly last_updated_at?: string } = this.#recordAt(slot);
      const time = order.startsWith('updated') ? record.last_updated_at : undefined;
      return (time ?? this.#outlineAt(slot).created_at).slice(0, SECONDS_LENGTH);
    };
    return groupNeighbours(slots, getSecond).flatMap((tied) => shuffle(this.#options.random, tied));
  }

  #newestFirst(): number[] {
    const slots = [...this.#front].reverse();
    for (let slot = 0; slot < this.#source.size; slot += 1) {
      if (!this.#front.has(slot) && !this.#removed.has(slot)) slots.push(slot);
    }
    return slots;
  }

  #sorted(keyOf: (outline: Outline) => string): number[] {
    return this.#newestFirst()
      .map((slot) => ({ slot, key: keyOf(this.#outlineAt(slot)) }))
      .sort((left, right) => compareTexts(left.key, right.key))
      .map(({ slot }) => slot);
  }
}
