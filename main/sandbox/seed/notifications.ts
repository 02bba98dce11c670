import { DAY } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import { happens, mixed, pick } from '../chance.ts';
import type { Source } from '../collection.ts';
import { identifiers } from '../identifiers.ts';
import type { Notification, NotificationOutline, Requisition, RequisitionOutline } from '../resources.ts';
import { notificationTime } from '../times.ts';
import { drawSubject } from './notification-subjects.ts';
import { REQUISITION_SPAN_DAYS } from './requisition-outline.ts';
import { ageAt, indexAtAge, type World } from './world.ts';

const SALT = 0x40f;
const SPAN_DAYS = 75;

interface NotificationSketch {
  readonly random: Random;
  readonly outline: NotificationOutline;
  /** Milliseconds before now. */
  readonly age: number;
}

function isRead(random: Random, age: number): boolean {
  if (age < DAY) return happens(random, 0.15);
  return happens(random, age < 7 * DAY ? 0.55 : 0.95);
}

/** `size` notifications of the world, about its requisitions among other things. */
export function notificationSource(
  world: World,
  size: number,
  requisitions: Source<Requisition, RequisitionOutline>,
): Source<Notification, NotificationOutline> {
  const ids = identifiers('notf_', mixed(world.seed, SALT, 0));
  const requisitionOf = (age: number): Requisition | null =>
    requisitions.size === 0
      ? null
      : requisitions.record(indexAtAge(age, requisitions.size, REQUISITION_SPAN_DAYS));

  const sketch = (index: number): NotificationSketch => {
    const random = world.chanceFor(SALT, index);
    const age = ageAt(index, size, SPAN_DAYS);
    const user = happens(random, 0.85) ? world.userId : pick(random, world.providers);
    const created_at = notificationTime(world.now - age);
    return { random, age, outline: { id: ids.idOf(index), user, created_at } };
  };
  const record = (index: number): Notification => {
    const { random, age, outline } = sketch(index);
    const read = isRead(random, age);
    const subject = drawSubject(world, random, world.now - age, () => requisitionOf(age));
    return {
      id: outline.id,
      object: 'notification',
      user: outline.user,
      read,
      ...subject,
      created_at: outline.created_at,
    };
  };
  return { size, indexOf: ids.indexOf, outline: (index) => sketch(index).outline, record };
}
