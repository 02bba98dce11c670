import { z } from 'zod';
import { PANE_LIMITS } from './pane-limits.ts';
import { LANGUAGES } from './languages.ts';
import { retentionDaysSchema } from './retention.ts';
import { UPDATE_CHANNELS } from './updates.ts';

/** The setting: a language, or the language of the operating system. */
export const languageChoiceSchema = z.enum(['system', ...LANGUAGES]);

/** The sizes of the window's panes, in CSS pixels. */
const paneSizesSchema = z.strictObject({
  rail: z.number().int().min(PANE_LIMITS.rail.min).max(PANE_LIMITS.rail.max),
  list: z.number().int().min(PANE_LIMITS.list.min).max(PANE_LIMITS.list.max),
  railCollapsed: z.boolean(),
});
export type PaneSizes = Readonly<z.infer<typeof paneSizesSchema>>;

/** The text sizes that the settings offer, in percent. The window as a whole is shown in this size. */
export const OFFERED_TEXT_SIZES_PERCENT = [90, 100, 115, 130, 150] as const;

/** How much larger a step of the zoom level is. */
const ZOOM_STEP = 1.2;

/** Returns the zoom level of a text size in percent. */
export function toZoomLevel(percent: number): number {
  return Math.log(percent / 100) / Math.log(ZOOM_STEP);
}

/** Returns the text size of a zoom level, in whole percent. */
export function toTextSizePercent(zoomLevel: number): number {
  return Math.round(100 * ZOOM_STEP ** zoomLevel);
}

/** The times in seconds in which what was done can be undone before it is sent. */
export const OFFERED_UNDO_SECONDS = [7, 20, 60] as const;

/** The user's settings on this computer. They contain nothing about a patient. */
export const settingsSchema = z.strictObject({
  language: languageChoiceSchema,
  theme: z.enum(['system', 'light', 'dark', 'contrast']),
  density: z.enum(['comfortable', 'compact']),
  /** IANA name, or `system`. Days, headings and times are shown in it. */
  timeZone: z.string().max(64),
  /** Which account is opened at start: the last one, the demo clinic, or none before the user chooses. */
  openAtStart: z.enum(['last', 'demo', 'ask']),
  /**
   * What a system notification says about new notifications: nothing, how many of which kind, or the newest
   * one's text.
   */
  notifications: z.enum(['nothing', 'kind', 'full']),
  /** Which releases are offered as updates; a policy outranks it. */
  updateChannel: z.enum(UPDATE_CHANNELS),
  /** After how many minutes without input the window locks; a policy may set a lower limit. */
  lockAfterMinutes: z.number().int().min(1).max(15),
  /**
   * After how many days without use PDFs, former versions and the records of unused accounts are removed from this
   * computer; a policy may set a lower limit.
   */
  retentionDays: retentionDaysSchema,
  /** For how many seconds a review, a share or a publication can be undone before it is sent. */
  undoSeconds: z.literal(OFFERED_UNDO_SECONDS),
  panes: paneSizesSchema,
  /** Whether the user has answered the welcome or ended the tour; neither is shown by itself again. */
  isIntroduced: z.boolean(),
  /** How large the page is shown: 0 is the original size, each step is a fifth larger or smaller. */
  zoomLevel: z.number().min(-8).max(9),
  /** Whether single characters, such as J, run commands outside of text fields. */
  singleKeys: z.boolean(),
  /** The keys that the user has chosen, by command, for example `Ctrl+Shift+E`. */
  keys: z.record(z.string().max(40), z.string().min(1).max(40)),
});
export type Settings = Readonly<z.infer<typeof settingsSchema>>;

export const settingsPatchSchema = settingsSchema.partial();
