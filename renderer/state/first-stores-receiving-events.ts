import type { PackScheduleStore } from './day/pack-schedule.ts';
import type { ScreenStatesStore } from './screen-states.ts';
import type { StoresReceivingEvents } from './stores-receiving-events.ts';

/** What the stores of the screens do for the first ones, from the time at which they exist. */
export interface ScreenStoresOfAccount {
  /** Saves what is typed in editors and other forms; returns whether all of it is on disk. */
  readonly saveTypedInput: () => Promise<boolean>;
  /** Reads the lists again after something the user did, without the usual throttling. */
  readonly reloadListsNow: () => void;
  /** Clears everything about the account that was open. */
  readonly reset: () => void;
  /** Called once another account is the current one. */
  readonly begin: () => void;
  /** Reloads everything about the open account. */
  readonly reload: () => void;
}

type OwnStores = Pick<
  StoresReceivingEvents,
  | 'session'
  | 'preferences'
  | 'computer'
  | 'updates'
  | 'view'
  | 'health'
  | 'outbox'
  | 'failedAction'
  | 'drafts'
  | 'totals'
  | 'todayAppointmentTimes'
  | 'home'
  | 'charts'
  | 'welcomeAndTour'
  | 'recordWindow'
  | 'showInMainWindow'
>;

/** The stores of the frame and of the first screen to which events are forwarded. */
export interface FirstStoresReceivingEvents extends OwnStores {
  readonly packSchedule: PackScheduleStore;
  /** Whose reviews the first screen counts. */
  readonly homeState: ScreenStatesStore;
}
