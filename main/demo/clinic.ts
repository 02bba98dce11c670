import type { Clock } from '#main/base/clock.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { applyIdShape, generateId } from './ids.ts';
import { formatIsoTime } from './timestamps.ts';
import { hashNumbers } from './random-choices.ts';
import { type LazyGeneratedRecords, RecordCollection } from './collection.ts';
import { type RecordVisibility, createRecordVisibility } from './dialect/access.ts';
import { type Dialect, PLAIN_DIALECT } from './dialect/dialect.ts';
import { ShownRecords } from './dialect/lagging-reads.ts';
import type { DialectChoices } from './dialect/unspecified-points.ts';
import { createWireConverter } from './dialect/wire.ts';
import type {
  DemoForm,
  FormOutline,
  DemoNotification,
  NotificationOutline,
  DemoRequisition,
  RequisitionOutline,
} from './resources.ts';
import { createLazyGeneratedForms } from './seed/forms.ts';
import { createLazyGeneratedNotifications } from './seed/notifications.ts';
import { createLazyGeneratedRequisitions } from './seed/requisitions.ts';
import { createSeedData, type SeedData } from './seed/seed-data.ts';

/** The number of records of each kind that the seed generates. `patients` is at least 1. */
export interface DemoClinicSizes {
  readonly forms: number;
  readonly requisitions: number;
  readonly notifications: number;
  readonly patients: number;
}

/** The records of every kind as one sort of reads shows them. */
export interface ShownClinicRecords {
  readonly forms: ShownRecords<DemoForm, FormOutline>;
  readonly requisitions: ShownRecords<DemoRequisition, RequisitionOutline>;
  readonly notifications: ShownRecords<DemoNotification, NotificationOutline>;
}

/** The whole state of the demo clinic: its records, its clock and the choices of its dialect. */
export interface DemoClinicState {
  /** The dialect's choices for the points that the service's document leaves open. */
  readonly choices: DialectChoices;
  readonly access: RecordVisibility;
  readonly seedData: SeedData;
  readonly forms: RecordCollection<DemoForm, FormOutline>;
  readonly requisitions: RecordCollection<DemoRequisition, RequisitionOutline>;
  readonly notifications: RecordCollection<DemoNotification, NotificationOutline>;
  /** The records as GETs of single ones show them; changes go to the collections above. */
  readonly read: ShownClinicRecords;
  /** The records as lists show them. */
  readonly listed: ShownClinicRecords;
  /** Returns the time of the service, ISO 8601. */
  now(): string;
  newId(prefix: string): string;
  /** Records which fields of a record a request has supplied. */
  noteSentFields(id: string, body: unknown): void;
  /** Returns a stored record in the form in which responses contain it. */
  toWire(record: object): object;
}

export interface DemoClinicOptions {
  readonly seed: number;
  readonly sizes: DemoClinicSizes;
  readonly clock: Clock;
  readonly dialect: Dialect;
  /** The source of identifiers for records created from now on. */
  readonly random: RandomGenerator;
}

/** The generated records of every kind. */
interface ClinicSources {
  readonly forms: LazyGeneratedRecords<DemoForm, FormOutline>;
  readonly requisitions: LazyGeneratedRecords<DemoRequisition, RequisitionOutline>;
  readonly notifications: LazyGeneratedRecords<DemoNotification, NotificationOutline>;
}

/** Creates the collections, and what reads show of them. */
function createRecords(
  sources: ClinicSources,
  choices: DialectChoices,
  { clock, random }: Pick<DemoClinicOptions, 'clock' | 'random'>,
): Pick<DemoClinicState, 'forms' | 'requisitions' | 'notifications' | 'read' | 'listed'> {
  const create = {
    forms: () => new RecordCollection(sources.forms, { changedFirst: true, random }),
    requisitions: () => new RecordCollection(sources.requisitions, { changedFirst: true, random }),
    notifications: () =>
      new RecordCollection(sources.notifications, { changedFirst: choices.readMoves === 'moved', random }),
  };
  const records = {
    forms: create.forms(),
    requisitions: create.requisitions(),
    notifications: create.notifications(),
  };
  const show = (shown: DialectChoices['changedRead' | 'changedListed']): ShownClinicRecords => ({
    forms: new ShownRecords(records.forms, create.forms, shown, clock),
    requisitions: new ShownRecords(records.requisitions, create.requisitions, shown, clock),
    notifications: new ShownRecords(records.notifications, create.notifications, shown, clock),
  });
  return { ...records, read: show(choices.changedRead), listed: show(choices.changedListed) };
}

/** Creates a clinic from a seed at the clock's present time. No record is generated yet. */
export function createDemoClinicState({
  seed,
  sizes,
  clock,
  random,
  dialect: { choices },
}: DemoClinicOptions): DemoClinicState {
  const seedData = createSeedData(seed, clock.now(), sizes.patients, choices.ids);
  const requisitions = createLazyGeneratedRequisitions(seedData, sizes.requisitions);
  const forms = createLazyGeneratedForms(seedData, sizes.forms);
  const notifications = createLazyGeneratedNotifications(seedData, sizes.notifications, {
    requisitions,
    forms,
  });
  const shuffle = seedData.randomFor(hashNumbers(seed, 0, 0), 0);
  const given = new Map<string, Set<string>>();
  const wasFieldSent = (id: string, field: string): boolean => given.get(id)?.has(field) === true;
  return {
    choices,
    access: createRecordVisibility(choices.createdVisible, clock),
    seedData,
    ...createRecords({ forms, requisitions, notifications }, choices, { clock, random: shuffle }),
    now: () => formatIsoTime(clock.now()),
    newId: (prefix) => applyIdShape(generateId(prefix, random), prefix, choices.ids),
    noteSentFields: (id, body) => {
      const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
      given.set(id, new Set([...(given.get(id) ?? []), ...fields]));
    },
    toWire: createWireConverter(choices, PLAIN_DIALECT.choices, wasFieldSent),
  };
}
