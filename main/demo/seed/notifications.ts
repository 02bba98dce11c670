import { DAY } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { createIdCodec } from '../ids.ts';
import { formatNotificationTime } from '../timestamps.ts';
import { pickBoolean, hashNumbers, pickElement } from '../random-choices.ts';
import type { LazyGeneratedRecords } from '../collection.ts';
import type {
  DemoForm,
  FormOutline,
  DemoNotification,
  NotificationOutline,
  DemoRequisition,
  RequisitionOutline,
} from '../resources.ts';
import { getPlannedNotification } from './day-plan.ts';
import { toPlannedNotificationContent, generateNotificationContent } from './notification-contents.ts';
import { OLDEST_REQUISITION_AGE_DAYS } from './requisition-outline.ts';
import { getRecordAgeAtIndex, getRecordIndexAtAge, type SeedData } from './seed-data.ts';

const SALT = 0x40f;
const SPAN_DAYS = 75;

interface NotificationSketch {
  readonly random: RandomGenerator;
  readonly outline: NotificationOutline;
  /** How long before now the notification was created, in milliseconds. */
  readonly age: number;
}

function isRead(random: RandomGenerator, age: number): boolean {
  if (age < DAY) return pickBoolean(random, 0.15);
  return pickBoolean(random, age < 7 * DAY ? 0.55 : 0.95);
}

/** The generated requisitions and forms that notifications refer to. */
export interface NotificationSources {
  readonly requisitions: LazyGeneratedRecords<DemoRequisition, RequisitionOutline>;
  readonly forms: LazyGeneratedRecords<DemoForm, FormOutline>;
}

/** Returns alternately a patient of a recent requisition and a patient with an open completion request. */
function pickActivePatient(
  seedData: SeedData,
  { requisitions, forms }: NotificationSources,
  turn: number,
): string {
  const anybody = seedData.patientId(turn % seedData.patientCount);
  if (turn % 2 === 0) return turn < requisitions.size ? requisitions.outline(turn).patient : anybody;
  if (turn >= forms.size) return anybody;
  return forms.record(turn).request_completion_from[0]?.patient ?? anybody;
}

/**
 * Returns the source of `size` notifications, about requisitions and current appointments among other things.
 */
export function createLazyGeneratedNotifications(
  seedData: SeedData,
  size: number,
  sources: NotificationSources,
): LazyGeneratedRecords<DemoNotification, NotificationOutline> {
  const ids = createIdCodec('notf_', hashNumbers(seedData.seed, SALT, 0), seedData.idShape);
  const { requisitions } = sources;
  const getPatient = (turn: number): string => pickActivePatient(seedData, sources, turn);
  const getRequisition = (age: number): DemoRequisition | null =>
    requisitions.size === 0
      ? null
      : requisitions.record(getRecordIndexAtAge(age, requisitions.size, OLDEST_REQUISITION_AGE_DAYS));

  const sketch = (index: number): NotificationSketch => {
    const random = seedData.randomFor(SALT, index);
    const age = getRecordAgeAtIndex(index, size, SPAN_DAYS);
    const user = pickBoolean(random, 0.85) ? seedData.userId : pickElement(random, seedData.providers);
    const created_at = formatNotificationTime(seedData.now - age);
    return { random, age, outline: { id: ids.idOf(index), user, created_at } };
  };
  const record = (index: number): DemoNotification => {
    const { random, age, outline } = sketch(index);
    const read = isRead(random, age);
    const planned = getPlannedNotification(seedData, { index, size }, getPatient);
    const at = seedData.now - age;
    const subject =
      planned === null
        ? generateNotificationContent(seedData, random, at, () => getRequisition(age))
        : toPlannedNotificationContent(seedData, planned, at);
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
