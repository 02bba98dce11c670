import { DAY } from '#main/base/durations.ts';
import { type RandomGenerator, createSeededRandom } from '#main/base/random.ts';
import { createIdCodec, type IdShape } from '../ids.ts';
import { hashNumbers } from '../random-choices.ts';
import { FACILITIES, PERSON_NAMES, PROVIDER_NAMES } from '../content/people.ts';
import type { DemoRequisitionType } from '../resources.ts';

/** A patient, a provider or a place with what a clinic's own files say about it. The service knows none of this. */
export interface PersonOrPlace {
  readonly id: string;
  readonly name: string;
  /** The birth date of a patient; empty for anybody else. */
  readonly identifier: string;
}

/** The people and places of the generated records. */
export interface SeedData {
  readonly seed: number;
  /** Epoch milliseconds: no generated record is newer. */
  readonly now: number;
  readonly patientCount: number;
  readonly idShape: IdShape;
  readonly providers: readonly string[];
  readonly facilities: Readonly<Record<DemoRequisitionType, readonly string[]>>;
  readonly medicalCenters: readonly string[];
  /** The provider who uses this Intray. */
  readonly userId: string;
  patientId(index: number): string;
  /** Returns the name of a patient's id; empty for an unknown patient. */
  patientName(id: string): string;
  providerName(id: string): string;
  facilityName(id: string): string;
  /** Returns the random source of one record; `salt` separates the kinds. */
  randomFor(salt: number, index: number): RandomGenerator;
}

const FIRST_PATIENT = 1000;
const CENTER_COUNT = 3;
/** Exponent of the distribution of ages: above 1, recent days have more records. */
const AGE_EXPONENT = 1.6;
const SALT = { user: 1, facility: 2, center: 3 };

/** Creates the people and places of a seed. `now` is epoch milliseconds; `patientCount` is at least 1. */
export function createSeedData(
  seed: number,
  now: number,
  patientCount: number,
  idShape: IdShape = 'hex',
): SeedData {
  const users = createIdCodec('user_', hashNumbers(seed, SALT.user, 0), idShape);
  const facilities = createIdCodec('fac_', hashNumbers(seed, SALT.facility, 0), idShape);
  const centers = createIdCodec('mctr_', hashNumbers(seed, SALT.center, 0), idShape);
  const providerIds = PROVIDER_NAMES.map((_, index) => users.idOf(index));
  const facilityIds = FACILITIES.map((_, index) => facilities.idOf(index));
  const getFacilitiesOfType = (type: DemoRequisitionType): string[] =>
    facilityIds.filter((_, index) => FACILITIES[index]?.[1] === type);
  const patients: string[] = [];
  return {
    seed,
    now,
    patientCount,
    idShape,
    providers: providerIds,
    facilities: {
      lab: getFacilitiesOfType('lab'),
      imaging: getFacilitiesOfType('imaging'),
      general: getFacilitiesOfType('general'),
    },
    medicalCenters: Array.from({ length: CENTER_COUNT }, (_, index) => centers.idOf(index)),
    userId: users.idOf(0),
    patientId: (index) => (patients[index] ??= users.idOf(FIRST_PATIENT + index)),
    patientName: (id) => {
      const index = users.indexOf(id);
      return index === null
        ? ''
        : (PERSON_NAMES[hashNumbers(seed, SALT.user, index) % PERSON_NAMES.length] ?? '');
    },
    providerName: (id) => PROVIDER_NAMES[providerIds.indexOf(id)] ?? '',
    facilityName: (id) => FACILITIES[facilityIds.indexOf(id)]?.[0] ?? '',
    randomFor: (salt, index) => createSeededRandom(hashNumbers(seed, salt, index)),
  };
}

/** Returns the names of all people and places. */
export function listPeopleAndPlaces(seedData: SeedData): readonly PersonOrPlace[] {
  const { seed, patientCount, providers, facilities } = seedData;
  const patients = Array.from({ length: patientCount }, (_, index) => {
    const id = seedData.patientId(index);
    return { id, name: seedData.patientName(id), identifier: getBirthDate(seed, index) };
  });
  const staff = providers.map((id) => ({ id, name: seedData.providerName(id), identifier: '' }));
  const places = Object.values(facilities)
    .flat()
    .map((id) => ({ id, name: seedData.facilityName(id), identifier: '' }));
  return [...patients, ...staff, ...places];
}

/**
 * Returns how long before now record `index` of `size` was last changed, in milliseconds. It grows with the
 * index, so that the generated order is the order by time, and recent days have the most records.
 */
export function getRecordAgeAtIndex(index: number, size: number, spanDays: number): number {
  return Math.floor(((index + 0.5) / size) ** AGE_EXPONENT * spanDays * DAY);
}

/** Returns the index of the record among `size` whose age is closest to `age`, in milliseconds. */
export function getRecordIndexAtAge(age: number, size: number, spanDays: number): number {
  const index = Math.floor((age / (spanDays * DAY)) ** (1 / AGE_EXPONENT) * size);
  return Math.min(Math.max(index, 0), size - 1);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const BIRTH_DATE_SALT = 77;
const FIRST_YEAR = 1936;
const YEARS = 75;
/** The highest day of a month that is drawn: every month has it. */
const DAYS = 28;

/** Returns the birth date of a generated patient, such as `12 Mar 1980`. */
export function getBirthDate(seed: number, index: number): string {
  const hash = hashNumbers(seed, BIRTH_DATE_SALT, index);
  const day = 1 + (hash % DAYS);
  const month = MONTHS[Math.floor(hash / DAYS) % MONTHS.length] ?? '';
  return `${day} ${month} ${FIRST_YEAR + (Math.floor(hash / (DAYS * MONTHS.length)) % YEARS)}`;
}
