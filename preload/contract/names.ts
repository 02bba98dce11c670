/** Names of the procedures that the renderer may call. The preload bundles this file alone. */
export const PROCEDURE_NAMES = [
  'app.info',
  'accounts.list',
  'accounts.signIn',
  'accounts.openDemo',
  'accounts.switch',
  'accounts.reopen',
  'accounts.renewTokens',
  'settings.get',
  'settings.set',
  'requisitions.list',
  'requisitions.count',
  'requisitions.get',
  'forms.list',
  'forms.count',
  'forms.get',
  'notifications.list',
  'notifications.count',
  'notifications.get',
  'records.raw',
  'records.refresh',
  'writes.save',
  'outbox.list',
  'outbox.settled',
  'outbox.edit',
  'outbox.retry',
  'outbox.discard',
  'outbox.resolve',
  'quarantine.list',
  'sync.health',
  'sync.run',
  'sync.cancel',
] as const;
export type ProcedureName = (typeof PROCEDURE_NAMES)[number];

/** Names of what the desk tells its windows. */
export const EVENT_NAMES = [
  'changed',
  'health',
  'outbox',
  'accounts',
  'settings',
  'engine',
  'command',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** IPC channels: one for calls, one for events. */
export const CALL_CHANNEL = 'intray:call';
export const EVENT_CHANNEL = 'intray:event';
