import { DAY } from '#main/base/durations.ts';
import { type Random, seededRandom } from '#main/base/random.ts';
import { mixed, identifiers, type IdShape } from '../ids.ts';
import { FACILITIES, PEOPLE, PROVIDERS } from '../content/people.ts';
import type { RequisitionType } from '../resources.ts';

/** Who and what the records speak of. */
export interface World {
  readonly seed: number;
  /** Epoch milliseconds: nothing generated is younger. */
  readonly now: number;
  readonly patientCount: number;
  readonly idShape: IdShape;
  readonly providers: readonly string[];
  readonly facilities: Readonly<Record<RequisitionType, readonly string[]>>;
  readonly medicalCenters: readonly string[];
  /** The provider at whose desk the reader sits. */
  readonly userId: string;
  patientId(index: number): string;
  /** The name behind a patient's id; empty for somebody this world does not know. */
  patientName(id: string): string;
  providerName(id: string): string;
  facilityName(id: string): string;
  /** Chance of its own for one record; `salt` tells the kinds apart. */
  randomFor(salt: number, index: number): Random;
}

const FIRST_PATIENT = 1000;
const CENTERS = 3;
/** Above 1: the nearer to now, the more records a day. */
const CURVE = 1.6;
const SALT = { user: 1, facility: 2, center: 3 };

/** The people and places of a seed. `now` is epoch milliseconds; `patientCount` is at least 1. */
export function createWorld(
  seed: number,
  now: number,
  patientCount: number,
  idShape: IdShape = 'hex',
): World {
  const users = identifiers('user_', mixed(seed, SALT.user, 0), idShape);
  const facilities = identifiers('fac_', mixed(seed, SALT.facility, 0), idShape);
  const centers = identifiers('mctr_', mixed(seed, SALT.center, 0), idShape);
  const providerIds = PROVIDERS.map((_, index) => users.idOf(index));
  const facilityIds = FACILITIES.map((_, index) => facilities.idOf(index));
  const serving = (type: RequisitionType): string[] =>
    facilityIds.filter((_, index) => FACILITIES[index]?.[1] === type);
  const patients: string[] = [];
  return {
    seed,
    now,
    patientCount,
    idShape,
    providers: providerIds,
    facilities: {
      lab: serving('lab'),
      imaging: serving('imaging'),
      general: serving('general'),
    },
    medicalCenters: Array.from({ length: CENTERS }, (_, index) => centers.idOf(index)),
    userId: users.idOf(0),
    patientId: (index) => (patients[index] ??= users.idOf(FIRST_PATIENT + index)),
    patientName: (id) => {
      const index = users.indexOf(id);
      return index === null ? '' : (PEOPLE[mixed(seed, SALT.user, index) % PEOPLE.length] ?? '');
    },
    providerName: (id) => PROVIDERS[providerIds.indexOf(id)] ?? '',
    facilityName: (id) => FACILITIES[facilityIds.indexOf(id)]?.[0] ?? '',
    randomFor: (salt, index) => seededRandom(mixed(seed, salt, index)),
  };
}

/**
 * How long before now record `index` of `size` was last touched, in milliseconds. It grows with the index, so
 * that the generated order is the order by time, and the recent past is the busiest.
 */
export function ageAt(index: number, size: number, spanDays: number): number {
  return Math.floor(((index + 0.5) / size) ** CURVE * spanDays * DAY);
}

/** The record of `size` whose age comes nearest to `age`, in milliseconds. */
export function indexAtAge(age: number, size: number, spanDays: number): number {
  const index = Math.floor((age / (spanDays * DAY)) ** (1 / CURVE) * size);
  return Math.min(Math.max(index, 0), size - 1);
}
