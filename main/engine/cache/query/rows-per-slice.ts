/** How long one slice of a read may take, in milliseconds: between two of them the thread turns to other reads. */
const SLICE_MS = 5;

interface SliceLimits {
  /** The number of rows of the first slice, before anything is known about the computer. */
  readonly first: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The number of rows that one slice of a long read may scan. It follows the time that the last slices took, because a
 * row costs ten times as much on one computer, or under one filter, as on another.
 */
export class AdaptiveRowsPerSlice {
  readonly #limits: SliceLimits;
  readonly #monotonic: () => number;
  #rows: number;

  /** @param monotonic milliseconds of a monotonic clock */
  constructor(limits: SliceLimits, monotonic: () => number) {
    this.#limits = limits;
    this.#monotonic = monotonic;
    this.#rows = limits.first;
  }

  /** The number of rows that the next slice may scan. */
  get rows(): number {
    return this.#rows;
  }

  /**
   * Begins a slice. The returned function learns from the time that it took to scan this number of rows; it is not called
   * after a scan that ended early, whose time says nothing. A slice grows to the double at most.
   */
  begin(): (rows: number) => void {
    const from = this.#monotonic();
    return (rows) => {
      const ms = this.#monotonic() - from;
      const wanted = ms <= 0 ? Infinity : (rows * SLICE_MS) / ms;
      const { min, max } = this.#limits;
      this.#rows = Math.floor(Math.min(max, Math.max(min, Math.min(wanted, 2 * this.#rows))));
    };
  }
}

/** The lengths of the slices of a thread that reads. */
export interface AdaptiveRowsPerSliceByReadKind {
  /** Of scans that test a text. */
  readonly texts: AdaptiveRowsPerSlice;
  /** Of scans that test the texts of listed candidates alone. */
  readonly candidates: AdaptiveRowsPerSlice;
  /** For scans that test columns only. */
  readonly columns: AdaptiveRowsPerSlice;
  /** Of scans that test several filters, in tests rather than rows. */
  readonly tests: AdaptiveRowsPerSlice;
}

/** Creates the lengths for a thread. @param monotonic milliseconds of a monotonic clock */
export function createAdaptiveRowsPerSlice(monotonic: () => number): AdaptiveRowsPerSliceByReadKind {
  return {
    texts: new AdaptiveRowsPerSlice({ first: 4_000, min: 500, max: 25_000 }, monotonic),
    candidates: new AdaptiveRowsPerSlice({ first: 8_000, min: 1_000, max: 100_000 }, monotonic),
    columns: new AdaptiveRowsPerSlice({ first: 16_000, min: 2_000, max: 100_000 }, monotonic),
    tests: new AdaptiveRowsPerSlice({ first: 200_000, min: 20_000, max: 1_000_000 }, monotonic),
  };
}
