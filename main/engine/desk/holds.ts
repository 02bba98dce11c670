import type { Clock } from '#main/base/clock.ts';

/** Pending changes that are saved and not sent yet, because the user may still undo them. Nothing of it outlives the engine. */
export class Holds {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** By number: until when, by the monotonic clock. */
  readonly #until = new Map<number, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** @param holdMs milliseconds; undefined holds nothing */
  add(number: number, holdMs: number | undefined): void {
    if (holdMs !== undefined) this.#until.set(number, this.#clock.monotonic() + holdMs);
  }

  /** The numbers that are held now. */
  numbers(): readonly number[] {
    const now = this.#clock.monotonic();
    for (const [number, until] of this.#until) if (until <= now) this.#until.delete(number);
    return [...this.#until.keys()];
  }
}
