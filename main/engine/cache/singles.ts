/**
 * Which records of a kind were written or removed one by one, and when, by the cache's own count. What a page says about
 * them counts only where the page was asked for later: it may be older than it looks.
 */
export class RecentSingleWrites {
  readonly #at = new Map<string, number>();

  /** Notes that a record was written or removed. */
  note(id: string, at: number): void {
    this.#at.set(id, at);
  }

  /** Whether what was asked for at `requestedAt` may be older than what is here of this record. */
  isNewer(id: string, requestedAt: number): boolean {
    const at = this.#at.get(id);
    return at !== undefined && at > requestedAt;
  }

  /** Forgets what no page can contradict any more, because none that was asked for before `at` is under way. */
  forgetBefore(at: number): void {
    for (const [id, noted] of this.#at) if (noted < at) this.#at.delete(id);
  }
}
