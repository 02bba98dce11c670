/** A set of row numbers as a bitmap: a million rows take 125 kB. */
export class RowNumberSet {
  #bits = new Uint8Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(row: number): boolean {
    return ((this.#bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }

  /** Adds a row number. Returns whether it was new. */
  add(row: number): boolean {
    if (this.has(row)) return false;
    const index = row >> 3;
    if (index >= this.#bits.length) this.#grow(index + 1);
    this.#bits[index] = (this.#bits[index] ?? 0) | (1 << (row & 7));
    this.#size += 1;
    return true;
  }

  /** Deletes a row number from the set. */
  delete(row: number): void {
    if (!this.has(row)) return;
    const index = row >> 3;
    this.#bits[index] = (this.#bits[index] ?? 0) & ~(1 << (row & 7));
    this.#size -= 1;
  }

  #grow(needed: number): void {
    const wider = new Uint8Array(Math.max(needed, this.#bits.length * 2));
    wider.set(this.#bits);
    this.#bits = wider;
  }
}
