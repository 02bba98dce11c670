import type { ReadableDb } from '#main/engine/store/db.ts';
import type { DeskView } from '../overlay/desk-view.ts';
import type { Overlay } from '../overlay/overlay.ts';
import type { World } from '../terms.ts';
import type { Keepsakes } from '../worklist/keepsakes.ts';
import { FormCards } from './cards.ts';

interface FormGroundParts {
  readonly cache: ReadableDb;
  readonly desk: DeskView;
  readonly overlay: Overlay;
  readonly keepsakes: Keepsakes;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What the list of forms and the requests to complete them are made of at one moment. */
export class FormGround {
  readonly cache: ReadableDb;
  readonly desk: ReadableDb;
  readonly overlay: Overlay;
  readonly keepsakes: Keepsakes;
  readonly cards: FormCards;
  readonly #now: () => number;

  constructor({ cache, desk, overlay, keepsakes, now }: FormGroundParts) {
    this.cache = cache;
    this.desk = desk;
    this.overlay = overlay;
    this.keepsakes = keepsakes;
    this.cards = new FormCards(cache, overlay);
    this.#now = now;
  }

  /** Epoch milliseconds. */
  get now(): number {
    return this.#now();
  }

  /** What a filter asks besides the forms themselves. */
  world(): World {
    const { keepsakes } = this;
    const [stored, shown] = [this.cards.stored(), this.cards.shown()];
    const [looks, followUps] = [keepsakes.looks('form'), keepsakes.followUps('form')];
    return {
      now: this.now,
      idsNamed: (folded) => keepsakes.idsNamed(folded),
      isChanged: (id) => {
        const [looked, hash] = [looks.get(id), stored.get(id)?.hash];
        return looked !== undefined && hash !== undefined && looked !== hash;
      },
      isUnsent: (id) => (shown.get(id)?.pending ?? null) !== null,
      followUp: (id) => followUps.get(id),
    };
  }
}
