/** Ids of commands that the native menu, keys and buttons share. */
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
