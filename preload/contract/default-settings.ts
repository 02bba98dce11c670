import type { Settings } from './settings.ts';

/** The settings of a user who has changed none. */
export const DEFAULT_SETTINGS: Settings = {
  language: 'system',
  theme: 'system',
  density: 'comfortable',
  timeZone: 'system',
  openAtStart: 'last',
  notifications: 'kind',
  updateChannel: 'stable',
  lockAfterMinutes: 10,
  retentionDays: 30,
  undoSeconds: 7,
  panes: { rail: 196, list: 400, railCollapsed: false },
  isIntroduced: false,
  zoomLevel: 0,
  singleKeys: true,
  keys: {},
};
