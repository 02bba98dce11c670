import { DAY } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { generateId, createIdCodec } from '../ids.ts';
import { formatIsoTime } from '../timestamps.ts';
import {
  pickInteger,
  pickBoolean,
  hashNumbers,
  pickElement,
  pickConsecutiveElements,
} from '../random-choices.ts';
import type { LazyGeneratedRecords } from '../collection.ts';
import { FORM_NAME_SUFFIXES, FORM_TEXTS, SPECIALIZATION_IDS } from '../content/forms.ts';
import type { CompletionRequest, DemoForm, FormOutline, DemoUsableBy } from '../resources.ts';
import { getRecordAgeAtIndex, type SeedData } from './seed-data.ts';

const SALT = 0xf02;
const SPAN_DAYS = 700;

/** The versions of a form: never published, published and unchanged, or with unpublished changes. */
interface Versions {
  readonly published_version: string;
  readonly latest_version: string;
  readonly has_unpublished_changes: boolean;
}

function drawVersions(random: RandomGenerator, isNew: boolean): Versions {
  if (isNew) return { published_version: '', latest_version: '', has_unpublished_changes: false };
  return {
    published_version: generateId('fver_', random),
    latest_version: generateId('fver_', random),
    has_unpublished_changes: pickBoolean(random, 0.25),
  };
}

/** Everyone may use the form and no set restricts it. */
export const USABLE_BY_ALL: DemoUsableBy = {
  usable_by_all: true,
  usable_by: { medical_centers: [], specializations: [], peer_groups: [], individuals: [] },
};

function drawUsableBy(random: RandomGenerator, seedData: SeedData): DemoUsableBy {
  if (pickBoolean(random, 0.7)) return USABLE_BY_ALL;
  return {
    usable_by_all: false,
    usable_by: {
      medical_centers: pickBoolean(random, 0.6)
        ? pickConsecutiveElements(random, seedData.medicalCenters, pickInteger(random, 1, 2))
        : [],
      specializations: pickBoolean(random, 0.5)
        ? pickConsecutiveElements(random, SPECIALIZATION_IDS, pickInteger(random, 1, 2))
        : [],
      peer_groups: [],
      individuals: pickConsecutiveElements(random, seedData.providers, pickInteger(random, 1, 3)),
    },
  };
}

function drawRequests(
  random: RandomGenerator,
  seedData: SeedData,
  from: number,
  until: number,
): CompletionRequest[] {
  const count = Math.min(pickBoolean(random, 0.4) ? 0 : pickInteger(random, 1, 7), seedData.patientCount);
  const first = pickInteger(random, 0, seedData.patientCount - 1);
  return Array.from({ length: count }, (_, step) => ({
    patient: seedData.patientId((first + step) % seedData.patientCount),
    requested_by: pickElement(random, seedData.providers),
    requested_at: formatIsoTime(from + Math.floor(((until - from) * (step + 1)) / count)),
  }));
}

/**
 * Returns name and description of a form; when the clinic's list is exhausted it repeats with a variant in
 * the name.
 */
function getFormTexts(index: number): readonly [name: string, description: string] {
  const [name, description] = FORM_TEXTS[index % FORM_TEXTS.length] ?? ['', ''];
  const round = Math.floor(index / FORM_TEXTS.length);
  if (round === 0) return [name, description];
  const variant = FORM_NAME_SUFFIXES[(round - 1) % FORM_NAME_SUFFIXES.length] ?? '';
  return [`${name} – ${variant} ${round}`, description];
}

function generateForm(seedData: SeedData, id: string, index: number, size: number): DemoForm {
  const random = seedData.randomFor(SALT, index);
  const updatedAt = seedData.now - getRecordAgeAtIndex(index, size, SPAN_DAYS);
  const createdAt = updatedAt - pickInteger(random, 0, 300 * DAY);
  const isNew = pickBoolean(random, 0.12);
  const [name, description] = getFormTexts(index);
  return {
    id,
    object: 'form',
    name,
    description,
    ...drawVersions(random, isNew),
    usable_by: drawUsableBy(random, seedData),
    request_completion_from: isNew ? [] : drawRequests(random, seedData, createdAt, updatedAt),
    created_by: pickElement(random, seedData.providers),
    created_at: formatIsoTime(createdAt),
    last_updated_at: formatIsoTime(updatedAt),
  };
}

/** Returns the source of `size` forms, each generated on demand. */
export function createLazyGeneratedForms(
  seedData: SeedData,
  size: number,
): LazyGeneratedRecords<DemoForm, FormOutline> {
  const ids = createIdCodec('form_', hashNumbers(seedData.seed, SALT, 0), seedData.idShape);
  const record = (index: number): DemoForm => generateForm(seedData, ids.idOf(index), index, size);
  return { size, indexOf: ids.indexOf, outline: record, record };
}
