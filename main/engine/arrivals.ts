import type { EventPayload, Output } from '#contract/api.ts';
import { isId } from '#contract/ids.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { DAY } from '#main/base/durations.ts';
import type { LivingCache } from './cache/living-cache.ts';
import type { Desk } from './desk/desk.ts';
import type { HealthBoard } from './sync/health.ts';

export interface ArrivalsDeps {
  readonly cache: Pick<LivingCache, 'read'>;
  readonly desk: Pick<Desk, 'call'>;
  readonly clock: Clock;
  readonly health: Pick<HealthBoard, 'current'>;
  readonly emit: (payload: EventPayload<'arrived'>) => void;
}

type Alert = Output<'notifications.list'>['items'][number];

/** Older alerts are news to nobody, whenever they were fetched. */
const NEWS = 7 * DAY;
const PAGE = 500;
/** Who has left this many unread is not helped by counting on. */
const MOST_PAGES = 20;

/** How many of each kind of object, the most first. */
function byKind(alerts: readonly Alert[]): EventPayload<'arrived'>['kinds'] {
  return [...Map.groupBy(alerts, ({ aboutKind }) => aboutKind)]
    .map(([about, { length: count }]) => ({ about, count }))
    .toSorted((left, right) => right.count - left.count || (left.about < right.about ? -1 : 1));
}

/** Tells of alerts that have come, each one once, whatever happens in between: which were told stands in the desk file. */
export class Arrivals {
  readonly #deps: ArrivalsDeps;

  constructor(deps: ArrivalsDeps) {
    this.#deps = deps;
  }

  /**
   * To be called after a sync. What the first whole fetch of all has brought is no news: it is taken note of and not told. Answers
   * why where the files could not be asked; the next sync asks again.
   */
  async look(): Promise<Result<null>> {
    if (!this.#isFetched()) return ok(null);
    const unread = await this.#recentUnread();
    if (!unread.ok) return unread;
    const alerts = unread.value.map(({ id, createdAt }) => ({ id, createdAt: createdAt ?? 0 }));
    const fresh = await this.#deps.desk.call('announce', { alerts, keepFrom: this.#since() - DAY });
    if (!fresh.ok) return fresh;
    const told = new Set(fresh.value);
    const news = unread.value.filter(({ id }) => told.has(id));
    const [newest] = news;
    if (isId('notification', newest?.id)) this.#deps.emit({ kinds: byKind(news), newest: newest.id });
    return ok(null);
  }

  #isFetched(): boolean {
    const { kinds } = this.#deps.health.current;
    return kinds.some(({ kind, lastSuccessAt }) => kind === 'notification' && lastSuccessAt !== null);
  }

  #since(): number {
    return this.#deps.clock.now() - NEWS;
  }

  /** Newest first. */
  async #recentUnread(): Promise<Result<readonly Alert[]>> {
    const filter = { unread: true, searchFrom: new Date(this.#since()).toISOString() };
    const alerts: Alert[] = [];
    let after: string | null | undefined;
    for (let pages = 0; pages < MOST_PAGES && after !== null; pages++) {
      const asked = { filter, limit: PAGE, ...(after === undefined ? {} : { after }) };
      const page = await this.#deps.cache.read('notifications.list', asked);
      if (!page.ok) return page;
      alerts.push(...page.value.items);
      after = page.value.next;
    }
    return ok(alerts);
  }
}
