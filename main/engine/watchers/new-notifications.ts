import type { EventPayload } from '#contract/api.ts';
import { collectItemsFromPages, type PageStart } from '#contract/paginate.ts';
import { isId } from '#contract/records.ts';
import { ok, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { DAY } from '#main/base/durations.ts';
import type { SupervisedCache } from '../cache/client.ts';
import type { RecentUnreadNotification } from '../cache/queries/inbox/reads.ts';
import type { LocalClient } from '../local/client.ts';
import type { HealthTracker } from '../sync/health.ts';

export interface NewNotificationWatcherDeps {
  readonly cache: Pick<SupervisedCache, 'read'>;
  readonly local: Pick<LocalClient, 'call'>;
  readonly clock: Clock;
  readonly health: Pick<HealthTracker, 'current'>;
  readonly emit: (payload: EventPayload<'newNotifications'>) => void;
}

/** Notifications older than this are never announced, whenever they were fetched. */
const MAX_AGE = 7 * DAY;
const PAGE = 500;
/** Beyond this number of pages of unread notifications the exact count no longer matters. */
const MAX_PAGES = 20;

/** Returns the number of notifications about each kind of object, the largest first. */
function countByKind(
  notifications: readonly RecentUnreadNotification[],
): EventPayload<'newNotifications'>['kinds'] {
  return [...Map.groupBy(notifications, ({ aboutKind }) => aboutKind)]
    .map(([about, { length: count }]) => ({ about, count }))
    .toSorted((left, right) => right.count - left.count || (left.about < right.about ? -1 : 1));
}

/**
 * Publishes new notifications, each one once. The local store remembers which were published, also across a
 * restart.
 */
export class NewNotificationWatcher {
  readonly #deps: NewNotificationWatcherDeps;

  constructor(deps: NewNotificationWatcherDeps) {
    this.#deps = deps;
  }

  /**
   * Publishes notifications that are new since the last sync. Those of the first complete fetch are noted as
   * known without an event. Returns the error where a file could not be read; the next sync tries again.
   */
  async publishNew(): Promise<Result<null>> {
    if (!this.#isFetched()) return ok(null);
    const unread = await this.#readRecentUnread();
    if (!unread.ok) return unread;
    const notifications = unread.value.map(({ id, createdAt }) => ({ id, createdAt: createdAt ?? 0 }));
    const fresh = await this.#deps.local.call('recordAnnounced', {
      notifications,
      keepFrom: this.#getStart() - DAY,
    });
    if (!fresh.ok) return fresh;
    const told = new Set(fresh.value);
    const news = unread.value.filter(({ id }) => told.has(id));
    const [newest] = news;
    if (isId('notification', newest?.id)) this.#deps.emit({ kinds: countByKind(news), newest: newest.id });
    return ok(null);
  }

  #isFetched(): boolean {
    const { kinds } = this.#deps.health.current;
    return kinds.some(({ kind, lastSuccessAt }) => kind === 'notification' && lastSuccessAt !== null);
  }

  #getStart(): number {
    return this.#deps.clock.now() - MAX_AGE;
  }

  /** Returns the recent unread notifications, newest first. */
  async #readRecentUnread(): Promise<Result<readonly RecentUnreadNotification[]>> {
    const since = toEpochMs(this.#getStart());
    const { cache } = this.#deps;
    const ask = (place: PageStart<string>) =>
      cache.read('inbox.recentUnread', { since, limit: PAGE, ...place });
    const notifications = await collectItemsFromPages(ask, { pages: MAX_PAGES });
    return notifications.ok ? ok(notifications.value.items) : notifications;
  }
}
