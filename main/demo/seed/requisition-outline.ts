import { DAY, HOUR, MINUTE } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { type IdCodec } from '../ids.ts';
import { formatIsoTime } from '../timestamps.ts';
import { pickBoolean, pickElement } from '../random-choices.ts';
import { GENERAL_ORDERS, type OrderTemplate } from '../content/orders.ts';
import { IMAGING_ORDERS } from '../content/imaging-orders.ts';
import { LAB_ORDERS } from '../content/lab-orders.ts';
import { type OrderTextsInLanguage, ORDER_TEXTS_IN_OTHER_LANGUAGES } from '../content/languages.ts';
import { ORDER_NAME_SUFFIXES } from '../content/remarks.ts';
import type { RequisitionOutline, DemoRequisitionType } from '../resources.ts';
import { getRecordAgeAtIndex, type SeedData } from './seed-data.ts';

const ORDERS: Readonly<Record<DemoRequisitionType, readonly OrderTemplate[]>> = {
  lab: LAB_ORDERS,
  imaging: IMAGING_ORDERS,
  general: GENERAL_ORDERS,
};
const ORDERS_BY_NAME = new Map(
  Object.values(ORDERS).flatMap((orders) => orders.map((order) => [order.name, order])),
);
const SALT = 0x5e9;
/** The age in days of the oldest generated requisitions. */
export const OLDEST_REQUISITION_AGE_DAYS = 540;
const LONG_NAME =
  'Multidisciplinary work-up before transplant listing: cardiology, pulmonology, dental clearance, dietitian, ' +
  'social work, infectious disease serology, age-appropriate cancer screening, vaccination review, imaging of ' +
  'the pelvic vessels, and a joint conference with the family and the referring center';

/** The progress of an order. `odd` ends in a status that the service's document does not list. */
export type RequisitionStage = 'draft' | 'sent' | 'results' | 'odd';

/** The first random values of a requisition, and the random source for the rest. */
export interface RequisitionBasics {
  readonly random: RandomGenerator;
  readonly outline: RequisitionOutline;
  readonly order: OrderTemplate;
  readonly language: OrderTextsInLanguage | null;
  readonly stage: RequisitionStage;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

const AGE_RANGES: Readonly<Record<RequisitionStage, readonly [least: number, most: number]>> = {
  draft: [0, 2 * DAY],
  sent: [10 * MINUTE, 5 * DAY],
  results: [6 * HOUR, 18 * DAY],
  odd: [HOUR, 9 * DAY],
};

function drawStage(random: RandomGenerator, age: number): RequisitionStage {
  const draw = random.fraction();
  if (draw > 0.99) return 'odd';
  if (draw < (age < 7 * DAY ? 0.28 : 0.05)) return 'draft';
  return draw < (age < 21 * DAY ? 0.66 : 0.17) ? 'sent' : 'results';
}

function drawType(random: RandomGenerator): DemoRequisitionType {
  const draw = random.fraction();
  if (draw < 0.55) return 'lab';
  return draw < 0.82 ? 'imaging' : 'general';
}

/** Draws an order and its name. */
function drawOrder(
  random: RandomGenerator,
  type: DemoRequisitionType,
  language: OrderTextsInLanguage | null,
): { readonly order: OrderTemplate; readonly name: string } {
  const ordinary = pickElement(random, ORDERS[type]);
  const [own, meant] =
    language === null ? [ordinary.name, ordinary.name] : pickElement(random, language[type]);
  const order = ORDERS_BY_NAME.get(meant) ?? ordinary;
  const draw = random.fraction();
  if (draw < 0.01) return { order, name: '' };
  if (draw < 0.015) return { order, name: LONG_NAME };
  return { order, name: draw < 0.12 ? own + pickElement(random, ORDER_NAME_SUFFIXES) : own };
}

/** Draws a patient: a few patients have many orders, most have few. */
function drawPatient(random: RandomGenerator, seedData: SeedData): string {
  return seedData.patientId(Math.floor(random.fraction() ** 1.7 * seedData.patientCount));
}

/** Sketches requisition `index` of `size`: everything that a filter needs. The same seed data gives the same result. */
export function generateRequisitionBasics(
  seedData: SeedData,
  ids: IdCodec,
  size: number,
  index: number,
): RequisitionBasics {
  const random = seedData.randomFor(SALT, index);
  const age = getRecordAgeAtIndex(index, size, OLDEST_REQUISITION_AGE_DAYS);
  const stage = drawStage(random, age);
  const [least, most] = AGE_RANGES[stage];
  const updatedAt = seedData.now - age;
  const createdAt = updatedAt - Math.floor(least + random.fraction() * (most - least));
  const type = drawType(random);
  const language = pickBoolean(random, 0.14) ? pickElement(random, ORDER_TEXTS_IN_OTHER_LANGUAGES) : null;
  const { order, name } = drawOrder(random, type, language);
  const outline: RequisitionOutline = {
    id: ids.idOf(index),
    type,
    name,
    patient: drawPatient(random, seedData),
    share_with_patient: pickBoolean(random, stage === 'results' ? 0.6 : 0.3),
    created_at: formatIsoTime(createdAt),
  };
  return { random, outline, order, language, stage, createdAt, updatedAt };
}
