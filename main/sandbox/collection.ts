import type { Random } from '#main/base/random.ts';
import { shuffled } from './chance.ts';

/** Generated records of one kind, by number. Number 0 is the newest. Nothing is made before it is asked for. */
export interface Source<Full extends Outline, Outline> {
  readonly size: number;
  /** The number of an identifier this source made; may be beyond `size`. */
  readonly indexOf: (id: string) => number | null;
  /** What filters and orders look at; cheaper than the whole record. */
  readonly outline: (index: number) => Outline;
  readonly record: (index: number) => Full;
}

/** Orders in which a list may come; the service's document leaves it open (section 4.3, last sentence). */
export type Order = 'updated-desc' | 'created-desc' | 'id' | 'random';

/** `key` names the filter: equal keys, equal tests. */
export interface Filter<Outline> {
  readonly key: string;
  readonly test: (outline: Outline) => boolean;
}

export interface PageRequest<Outline> {
  readonly order: Order;
  readonly filter: Filter<Outline> | null;
  readonly offset: number;
  readonly limit: number;
}

interface Identified {
  readonly id: string;
  readonly created_at: string;
}

export interface CollectionOptions {
  /** Whether a changed record moves to the front, as it does where the order is by last update. */
  readonly changedFirst: boolean;
  /** For the random order. */
  readonly random: Random;
}

const MOST_ARRANGEMENTS = 16;

function byText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * All records of one kind: the generated ones, with what has happened since laid over them. Every record has a
 * slot: its number when it was generated, a number behind those when it was created later. An arrangement is
 * a list of slots, made once until something changes.
 */
export class Collection<Full extends Outline, Outline extends Identified> {
  readonly #source: Source<Full, Outline>;
  readonly #options: CollectionOptions;
  readonly #changed = new Map<number, Full>();
  readonly #created = new Map<string, number>();
  readonly #removed = new Set<number>();
  /** In the order in which they came to the front, the newest last. */
  readonly #front = new Set<number>();
  readonly #arrangements = new Map<string, readonly number[]>();
  #revision = 0;

  constructor(source: Source<Full, Outline>, options: CollectionOptions) {
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
  }

  /** Takes the place of the record with the same id, which must be there. */
  replace(record: Full): void {
    const slot = this.#slotOf(record.id);
    if (slot === undefined) throw new Error('a record that is not there cannot be replaced');
    this.#put(slot, record, this.#options.changedFirst);
  }

  /** Whether it was there. */
  remove(id: string): boolean {
    const slot = this.#slotOf(id);
    if (slot === undefined) return false;
    this.#removed.add(slot);
    this.#front.delete(slot);
    this.#changed.delete(slot);
    this.#noteChange();
    return true;
  }

  page({ order, filter, offset, limit }: PageRequest<Outline>): Full[] {
    const slots = filter === null ? this.#arranged(order) : this.#filtered(order, filter);
    return slots.slice(offset, offset + limit).map((slot) => this.#recordAt(slot));
  }

  /** Grows with every change. */
  revision(): number {
    return this.#revision;
  }

  /** Every record, in the natural order, each made when it is reached. */
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

  #noteChange(): void {
    this.#revision += 1;
    this.#arrangements.clear();
  }

  #arranged(order: Order): readonly number[] {
    return order === 'random' ? this.#arrange(order) : this.#kept(order, () => this.#arrange(order));
  }

  #filtered(order: Order, { key, test }: Filter<Outline>): readonly number[] {
    const matching = (): number[] => this.#arranged(order).filter((slot) => test(this.#outlineAt(slot)));
    return order === 'random' ? matching() : this.#kept(`${order} ${key}`, matching);
  }

  #kept(key: string, make: () => readonly number[]): readonly number[] {
    const slots = this.#arrangements.get(key) ?? make();
    if (this.#arrangements.size >= MOST_ARRANGEMENTS) this.#arrangements.clear();
    this.#arrangements.set(key, slots);
    return slots;
  }

  #arrange(order: Order): readonly number[] {
    switch (order) {
      case 'updated-desc':
        return this.#newestFirst();
      case 'created-desc':
        return this.#sorted((outline) => outline.created_at).reverse();
      case 'id':
        return this.#sorted((outline) => outline.id);
      case 'random':
        return shuffled(this.#options.random, this.#newestFirst());
    }
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
      .sort((left, right) => byText(left.key, right.key))
      .map(({ slot }) => slot);
  }
}
