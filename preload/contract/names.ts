/** Names of the events that the main process sends to its windows. */
export const EVENT_NAMES = [
  'changed',
  'health',
  'outbox',
  'pdfs',
  'localDataChanged',
  'unread',
  'newNotifications',
  'dueReminders',
  'reveal',
  'accounts',
  'settings',
  'updates',
  'engine',
  'command',
  'loggingOff',
  'lock',
  'lockSoon',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** IPC channels: one for calls, one for events. */
export const CALL_CHANNEL = 'intray:call';
export const EVENT_CHANNEL = 'intray:event';
