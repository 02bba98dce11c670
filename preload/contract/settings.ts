import { z } from 'zod';

/** What a person may choose on this desk. Nothing here is about a patient. */
export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark', 'contrast']),
  density: z.enum(['comfortable', 'compact']),
  /** IANA name, or `system`. Days, headings and times are shown in it. */
  timeZone: z.string().max(64),
  /** Which account opens at start. */
  openAtStart: z.enum(['last', 'demo', 'ask']),
});
export type Settings = Readonly<z.infer<typeof settingsSchema>>;

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  density: 'comfortable',
  timeZone: 'system',
  openAtStart: 'last',
};

export const settingsPatchSchema = settingsSchema.partial();
