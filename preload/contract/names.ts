/** Ids of commands that the native menu, keyboard shortcuts and buttons share. */
export const COMMAND_IDS = [
  'go.requisitions',
  'go.forms',
  'go.requests',
  'go.notifications',
  'go.day',
  'go.activity',
  'go.names',
  'go.account',
  'go.settings',
  'search.focus',
  'sync.now',
  'help.keys',
] as const;
export type CommandId = (typeof COMMAND_IDS)[number];

/** Names of what the desk tells its windows. */
export const EVENT_NAMES = [
  'changed',
  'health',
  'outbox',
  'pdfs',
  'localDataChanged',
  'unread',
  'newNotifications',
  'reveal',
  'accounts',
  'settings',
  'engine',
  'command',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** IPC channels: one for calls, one for events. */
export const CALL_CHANNEL = 'intray:call';
export const EVENT_CHANNEL = 'intray:event';
