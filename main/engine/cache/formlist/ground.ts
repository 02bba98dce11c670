import type { ReadableDb } from '#main/engine/store/db.ts';
import type { LocalView } from '../overlay/desk-view.ts';
import type { Overlay } from '../overlay/overlay.ts';
import type { FilterContext } from '../terms.ts';
import type { LocalDataView } from '../worklist/keepsakes.ts';
import { FormCards } from './cards.ts';

interface FormQueryContextParts {
  readonly cache: ReadableDb;
  readonly local: LocalView;
  readonly overlay: Overlay;
  readonly localData: LocalDataView;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What the list of forms and the requests to complete them are made of at one moment. */
export class FormQueryContext {
  readonly cache: ReadableDb;
  readonly local: ReadableDb;
  readonly overlay: Overlay;
  readonly localData: LocalDataView;
  readonly cards: FormCards;
  readonly #now: () => number;

  constructor({ cache, local, overlay, localData, now }: FormQueryContextParts) {
    this.cache = cache;
    this.local = local;
    this.overlay = overlay;
    this.localData = localData;
    this.cards = new FormCards(cache, overlay);
    this.#now = now;
  }

  /** Epoch milliseconds. */
  get now(): number {
    return this.#now();
  }

  /** What a filter asks besides the forms themselves. */
  filterContext(): FilterContext {
    const { localData } = this;
    const [stored, shown] = [this.cards.stored(), this.cards.shown()];
    const [looks, followUps] = [localData.viewedVersions('form'), localData.followUps('form')];
    return {
      now: this.now,
      idsNamed: (normalizedText) => localData.idsNamed(normalizedText),
      isChanged: (id) => {
        const [looked, hash] = [looks.get(id), stored.get(id)?.hash];
        return looked !== undefined && hash !== undefined && looked !== hash;
      },
      isUnsent: (id) => (shown.get(id)?.pending ?? null) !== null,
      followUp: (id) => followUps.get(id),
    };
  }
}
