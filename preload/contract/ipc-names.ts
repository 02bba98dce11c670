/** Names of the events that the engine emits; the main process passes on these and no others. */
export const ENGINE_EVENT_NAMES = [
  'changed',
  'health',
  'outbox',
  'pdfs',
  'localDataChanged',
  'unread',
  'newNotifications',
  'dueReminders',
  'snoozesEnded',
] as const;
export type EngineEventName = (typeof ENGINE_EVENT_NAMES)[number];

/** Names of the events that the main process sends to its windows. */
export const EVENT_NAMES = [
  ...ENGINE_EVENT_NAMES,
  'reveal',
  'recordWindowClosed',
  'showPlace',
  'accounts',
  'settings',
  'updates',
  'engine',
  'command',
  'loggingOff',
  'lock',
  'lockSoon',
  'saveInput',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** IPC channels: for calls, for those that are no longer awaited, and for events. */
export const CALL_CHANNEL = 'intray:call';
export const ABANDON_CHANNEL = 'intray:abandon';
export const EVENT_CHANNEL = 'intray:event';
