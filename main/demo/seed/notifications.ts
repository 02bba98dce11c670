import { DAY } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import { happens, mixed, pick, identifiers, notificationTime } from '../ids.ts';
import type { Source } from '../collection.ts';
import type {
  Form,
  FormOutline,
  Notification,
  NotificationOutline,
  Requisition,
  RequisitionOutline,
} from '../resources.ts';
import { plannedNotification } from './day-plan.ts';
import { aboutPlanned, drawSubject } from './notification-subjects.ts';
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

/** The records that notifications refer to. */
export interface Occasions {
  readonly requisitions: Source<Requisition, RequisitionOutline>;
  readonly forms: Source<Form, FormOutline>;
}

/** Returns alternately a patient of a recent requisition and a patient with an open completion request. */
function patientWithBusiness(world: World, { requisitions, forms }: Occasions, turn: number): string {
  const anybody = world.patientId(turn % world.patientCount);
  if (turn % 2 === 0) return turn < requisitions.size ? requisitions.outline(turn).patient : anybody;
  if (turn >= forms.size) return anybody;
  return forms.record(turn).request_completion_from[0]?.patient ?? anybody;
}

/**
 * Returns the source of `size` notifications, about requisitions and current appointments among other things.
 */
export function notificationSource(
  world: World,
  size: number,
  occasions: Occasions,
): Source<Notification, NotificationOutline> {
  const ids = identifiers('notf_', mixed(world.seed, SALT, 0), world.idShape);
  const { requisitions } = occasions;
  const getPatient = (turn: number): string => patientWithBusiness(world, occasions, turn);
  const getRequisition = (age: number): Requisition | null =>
    requisitions.size === 0
      ? null
      : requisitions.record(indexAtAge(age, requisitions.size, REQUISITION_SPAN_DAYS));

  const sketch = (index: number): NotificationSketch => {
    const random = world.randomFor(SALT, index);
    const age = ageAt(index, size, SPAN_DAYS);
    const user = happens(random, 0.85) ? world.userId : pick(random, world.providers);
    const created_at = notificationTime(world.now - age);
    return { random, age, outline: { id: ids.idOf(index), user, created_at } };
  };
  const record = (index: number): Notification => {
    const { random, age, outline } = sketch(index);
    const read = isRead(random, age);
    const planned = plannedNotification(world, { index, size }, getPatient);
    const at = world.now - age;
    const subject =
      planned === null
        ? drawSubject(world, random, at, () => getRequisition(age))
        : aboutPlanned(world, planned, at);
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
