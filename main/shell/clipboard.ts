import { clipboard } from 'electron';
import type { ValidatedInput } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import { runInBackground, waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';

/** How long a private text stays in the clipboard. */
export const COPIED_TEXT_LIFETIME = MINUTE;
/** Maximum wait for the system to give what the clipboard holds. */
const READ_TIME = SECOND;

/**
 * Puts texts into the system's clipboard and removes the private ones after a minute, at the end of the program at the
 * latest. What the user or another program has copied since is never removed.
 */
export class ClipboardWriter {
  readonly #clock: Clock;
  readonly #log: Log;
  /** The private text that was put there last; null where there is none to remove. */
  #held: string | null = null;
  #waiting = new AbortController();

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Puts a text into the clipboard. Throws where the system refuses. */
  async copy({ text, isPrivate }: ValidatedInput<'app.copyText'>): Promise<void> {
    this.#waiting.abort();
    await clipboard.writeText(text);
    this.#held = isPrivate ? text : null;
    if (isPrivate) this.#removeLater();
  }

  /** Empties the clipboard now if it still holds exactly the private text. */
  async remove(): Promise<void> {
    this.#waiting.abort();
    const text = this.#held;
    this.#held = null;
    if (text === null) return;
    const found = await waitForPromiseAtMost(clipboard.readText(), READ_TIME, this.#clock);
    if (!found.isOverdue && found.value === text) clipboard.clear();
  }

  #removeLater(): void {
    this.#waiting = new AbortController();
    const removed = this.#clock.wait(COPIED_TEXT_LIFETIME, this.#waiting.signal).then(
      () => this.remove(),
      () => {}, // The wait was aborted: another text was copied, or the program ends, which removes the text at once.
    );
    runInBackground(removed, 'a copied text could not be removed from the clipboard', this.#log);
  }
}

/** Creates the handler of the procedure that copies a text to the clipboard. */
export function createCopyTextHandlers(copied: Pick<ClipboardWriter, 'copy'>) {
  const copyText = async (input: ValidatedInput<'app.copyText'>): Promise<Result<Record<string, never>>> => {
    await copied.copy(input);
    return ok({});
  };
  return { 'app.copyText': copyText };
}
