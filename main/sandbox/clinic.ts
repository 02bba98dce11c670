import type { Clock } from '#main/base/clock.ts';
import type { Random } from '#main/base/random.ts';
import { mixed } from './chance.ts';
import { Collection } from './collection.ts';
import { drawId } from './identifiers.ts';
import type {
  Form,
  FormOutline,
  Notification,
  NotificationOutline,
  Requisition,
  RequisitionOutline,
} from './resources.ts';
import { formSource } from './seed/forms.ts';
import { notificationSource } from './seed/notifications.ts';
import { requisitionSource } from './seed/requisitions.ts';
import { createWorld, type World } from './seed/world.ts';
import { isoTime } from './times.ts';

/** How many records of each kind the seed makes. `patients` is at least 1. */
export interface Sizes {
  readonly forms: number;
  readonly requisitions: number;
  readonly notifications: number;
  readonly patients: number;
}

/** Everything the service remembers. */
export interface Clinic {
  readonly world: World;
  readonly forms: Collection<Form, FormOutline>;
  readonly requisitions: Collection<Requisition, RequisitionOutline>;
  readonly notifications: Collection<Notification, NotificationOutline>;
  /** The time of the service, ISO 8601. */
  now(): string;
  newId(prefix: string): string;
}

export interface ClinicOptions {
  readonly seed: number;
  readonly sizes: Sizes;
  readonly clock: Clock;
  /** For the identifiers of what is created from now on. */
  readonly random: Random;
}

/** A clinic in the state that its seed gives it at the clock's present time. No record is made yet. */
export function createClinic({ seed, sizes, clock, random }: ClinicOptions): Clinic {
  const world = createWorld(seed, clock.now(), sizes.patients);
  const requisitions = requisitionSource(world, sizes.requisitions);
  const forms = formSource(world, sizes.forms);
  const notifications = notificationSource(world, sizes.notifications, { requisitions, forms });
  const shuffle = world.chanceFor(mixed(seed, 0, 0), 0);
  return {
    world,
    forms: new Collection(forms, { changedFirst: true, random: shuffle }),
    requisitions: new Collection(requisitions, { changedFirst: true, random: shuffle }),
    notifications: new Collection(notifications, { changedFirst: false, random: shuffle }),
    now: () => isoTime(clock.now()),
    newId: (prefix) => drawId(prefix, random),
  };
}
