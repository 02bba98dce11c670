import type { Settings } from './settings.ts';

/** The least and the greatest widths of panes, in CSS pixels. */
export const PANE_LIMITS = {
  rail: { min: 160, max: 320 },
  list: { min: 280, max: 900 },
} as const;

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
