import type { Clock } from '#main/base/clock.ts';
import type { Random } from '#main/base/random.ts';
import { applyIdShape, drawId, toIsoTime } from './ids.ts';
import { hashNumbers } from './random-choices.ts';
import { Collection } from './collection.ts';
import { type RecordAccess, createAccess } from './dialect/access.ts';
import { type Dialect, PLAIN_DIALECT } from './dialect/dialect.ts';
import type { DialectChoices } from './dialect/points.ts';
import { createWireConverter } from './dialect/wire.ts';
import type {
  Form,
  FormOutline,
  Notification,
  NotificationOutline,
  Requisition,
  RequisitionOutline,
} from './resources.ts';
import { createFormSource } from './seed/forms.ts';
import { createNotificationSource } from './seed/notifications.ts';
import { createRequisitionSource } from './seed/requisitions.ts';
import { createSeedData, type SeedData } from './seed/world.ts';

/** The number of records of each kind that the seed generates. `patients` is at least 1. */
export interface ClinicSizes {
  readonly forms: number;
  readonly requisitions: number;
  readonly notifications: number;
  readonly patients: number;
}

/** The whole state of the service. */
export interface Clinic {
  /** The choices where the document leaves a point open. */
  readonly choices: DialectChoices;
  readonly access: RecordAccess;
  readonly seedData: SeedData;
  readonly forms: Collection<Form, FormOutline>;
  readonly requisitions: Collection<Requisition, RequisitionOutline>;
  readonly notifications: Collection<Notification, NotificationOutline>;
  /** Returns the time of the service, ISO 8601. */
  now(): string;
  newId(prefix: string): string;
  /** Records which fields of a record a request has supplied. */
  noteSentFields(id: string, body: unknown): void;
  /** Returns a record in its form on the wire. */
  toWire(record: object): object;
}

export interface ClinicOptions {
  readonly seed: number;
  readonly sizes: ClinicSizes;
  readonly clock: Clock;
  readonly dialect: Dialect;
  /** The source of identifiers for records created from now on. */
  readonly random: Random;
}

/** Creates a clinic from a seed at the clock's present time. No record is generated yet. */
export function createClinic({ seed, sizes, clock, random, dialect: { choices } }: ClinicOptions): Clinic {
  const seedData = createSeedData(seed, clock.now(), sizes.patients, choices.ids);
  const requisitions = createRequisitionSource(seedData, sizes.requisitions);
  const forms = createFormSource(seedData, sizes.forms);
  const notifications = createNotificationSource(seedData, sizes.notifications, { requisitions, forms });
  const shuffle = seedData.randomFor(hashNumbers(seed, 0, 0), 0);
  const given = new Map<string, Set<string>>();
  const wasFieldSent = (id: string, field: string): boolean => given.get(id)?.has(field) === true;
  return {
    choices,
    access: createAccess(choices.createdVisible, clock),
    seedData,
    forms: new Collection(forms, { changedFirst: true, random: shuffle }),
    requisitions: new Collection(requisitions, { changedFirst: true, random: shuffle }),
    notifications: new Collection(notifications, {
      changedFirst: choices.readMoves === 'moved',
      random: shuffle,
    }),
    now: () => toIsoTime(clock.now()),
    newId: (prefix) => applyIdShape(drawId(prefix, random), prefix, choices.ids),
    noteSentFields: (id, body) => {
      const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
      given.set(id, new Set([...(given.get(id) ?? []), ...fields]));
    },
    toWire: createWireConverter(choices, PLAIN_DIALECT.choices, wasFieldSent),
  };
}
