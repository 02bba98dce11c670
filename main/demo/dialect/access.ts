import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { DialectChoices } from './unspecified-points.ts';

/** Delay in milliseconds before lists show a newly created record, by the dialect's choice. */
const LISTING_DELAYS: Readonly<Record<DialectChoices['createdVisible'], number>> = {
  'at-once': 0,
  'after-5s': 5 * SECOND,
  'after-3min': 3 * MINUTE,
  'after-30min': 30 * MINUTE,
  never: Number.POSITIVE_INFINITY,
};

/** Which records this user may see, and which of them lists show at the moment. */
export interface RecordVisibility {
  /** Records that a request has created this record. */
  noteCreated(id: string): void;
  noteDeleted(id: string): void;
  forbid(id: string): void;
  allow(id: string): void;
  isForbidden(id: string): boolean;
  isDeleted(id: string): boolean;
  /** Returns the existing records that lists do not show to this user at the moment. */
  unlisted(): ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Creates the access rules: at first every record may be seen. `clock` measures the age of new records. */
export function createRecordVisibility(
  visible: DialectChoices['createdVisible'],
  clock: Clock,
): RecordVisibility {
  const delay = LISTING_DELAYS[visible];
  const created = new Map<string, number>();
  const forbidden = new Set<string>();
  const deleted = new Set<string>();
  return {
    noteCreated: (id) => {
      if (delay > 0) created.set(id, clock.monotonic());
    },
    noteDeleted: (id) => void deleted.add(id),
    forbid: (id) => void forbidden.add(id),
    allow: (id) => void forbidden.delete(id),
    isForbidden: (id) => forbidden.has(id),
    isDeleted: (id) => deleted.has(id),
    unlisted: () => {
      const now = clock.monotonic();
      for (const [id, at] of created) if (now - at >= delay) created.delete(id);
      return created.size + forbidden.size === 0 ? NONE : new Set([...created.keys(), ...forbidden]);
    },
  };
}
