import { DAY } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import { between, happens, mixed, pick, pickSome, drawId, identifiers, isoTime } from '../ids.ts';
import type { Source } from '../collection.ts';
import { FORM_VARIANTS, FORMS, SPECIALIZATIONS } from '../content/forms.ts';
import type { CompletionRequest, Form, FormOutline, UsableBy } from '../resources.ts';
import { ageAt, type World } from './world.ts';

const SALT = 0xf02;
const SPAN_DAYS = 700;

/** The versions of a form: never published, published and unchanged, or with unpublished changes. */
interface Versions {
  readonly published_version: string;
  readonly latest_version: string;
  readonly has_unpublished_changes: boolean;
}

function drawVersions(random: Random, isNew: boolean): Versions {
  if (isNew) return { published_version: '', latest_version: '', has_unpublished_changes: false };
  return {
    published_version: drawId('fver_', random),
    latest_version: drawId('fver_', random),
    has_unpublished_changes: happens(random, 0.25),
  };
}

/** Everyone may use the form and no set restricts it. */
export const USABLE_BY_ALL: UsableBy = {
  usable_by_all: true,
  usable_by: { medical_centers: [], specializations: [], peer_groups: [], individuals: [] },
};

function drawUsableBy(random: Random, world: World): UsableBy {
  if (happens(random, 0.7)) return USABLE_BY_ALL;
  return {
    usable_by_all: false,
    usable_by: {
      medical_centers: happens(random, 0.6)
        ? pickSome(random, world.medicalCenters, between(random, 1, 2))
        : [],
      specializations: happens(random, 0.5) ? pickSome(random, SPECIALIZATIONS, between(random, 1, 2)) : [],
      peer_groups: [],
      individuals: pickSome(random, world.providers, between(random, 1, 3)),
    },
  };
}

function drawRequests(random: Random, world: World, from: number, until: number): CompletionRequest[] {
  const count = Math.min(happens(random, 0.4) ? 0 : between(random, 1, 7), world.patientCount);
  const first = between(random, 0, world.patientCount - 1);
  return Array.from({ length: count }, (_, step) => ({
    patient: world.patientId((first + step) % world.patientCount),
    requested_by: pick(random, world.providers),
    requested_at: isoTime(from + Math.floor(((until - from) * (step + 1)) / count)),
  }));
}

/**
 * Returns name and description of a form; when the clinic's list is exhausted it repeats with a variant in
 * the name.
 */
function named(index: number): readonly [name: string, description: string] {
  const [name, description] = FORMS[index % FORMS.length] ?? ['', ''];
  const round = Math.floor(index / FORMS.length);
  if (round === 0) return [name, description];
  const variant = FORM_VARIANTS[(round - 1) % FORM_VARIANTS.length] ?? '';
  return [`${name} – ${variant} ${round}`, description];
}

function form(world: World, id: string, index: number, size: number): Form {
  const random = world.randomFor(SALT, index);
  const updatedAt = world.now - ageAt(index, size, SPAN_DAYS);
  const createdAt = updatedAt - between(random, 0, 300 * DAY);
  const isNew = happens(random, 0.12);
  const [name, description] = named(index);
  return {
    id,
    object: 'form',
    name,
    description,
    ...drawVersions(random, isNew),
    usable_by: drawUsableBy(random, world),
    request_completion_from: isNew ? [] : drawRequests(random, world, createdAt, updatedAt),
    created_by: pick(random, world.providers),
    created_at: isoTime(createdAt),
    last_updated_at: isoTime(updatedAt),
  };
}

/** Returns the source of `size` forms, each generated on demand. */
export function formSource(world: World, size: number): Source<Form, FormOutline> {
  const ids = identifiers('form_', mixed(world.seed, SALT, 0), world.idShape);
  const record = (index: number): Form => form(world, ids.idOf(index), index, size);
  return { size, indexOf: ids.indexOf, outline: record, record };
}
