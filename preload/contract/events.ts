import { z } from 'zod';
import { accountsStateSchema } from './accounts.ts';
import type { EventName } from './ipc-names.ts';
import { IDLE_LOCK_WARNING_MS, lockStateSchema } from './lock.ts';
import { accountSyncHealthSchema } from './sync-health.ts';
import { idSchema, kindSchema } from './record-schemas.ts';
import { MAX_ID_LENGTH } from './records.ts';
import { LOCAL_DATA_KINDS } from './local-data.ts';
import { outboxCountsSchema } from './outbox.ts';
import { pdfStateSchema } from './pdfs.ts';
import { MENU_COMMAND_IDS } from './screens.ts';
import { placeInMainWindowSchema } from './record-windows.ts';
import { settingsSchema } from './settings.ts';
import { updateStateSchema } from './updates.ts';

/** Every event: its payload contains ids, counts and revisions, never a record. */
export const eventSchemas = {
  /** Cached rows changed; views that show this kind query again. `ids` is empty where there were too many. */
  changed: z.strictObject({
    revision: z.number().int().nonnegative(),
    kind: kindSchema,
    ids: z.array(z.string()).max(200).readonly(),
  }),
  health: accountSyncHealthSchema,
  /** Pending changes were added, removed or changed their state; the payload holds the current counts. */
  outbox: outboxCountsSchema,
  /** The PDFs whose download state changed, with their new states. */
  pdfs: z.strictObject({
    items: z
      .array(pdfStateSchema.pick({ id: true, state: true, received: true, size: true }))
      .max(200)
      .readonly(),
  }),
  /** Local data was changed; `ids` is empty where there were too many. */
  localDataChanged: z.strictObject({
    what: z.enum(LOCAL_DATA_KINDS),
    ids: z.array(z.string()).max(200).readonly(),
  }),
  /**
   * The number of unread notifications, pending changes included: the one number that navigation, list and
   * task bar show.
   */
  unread: z.strictObject({ count: z.number().int().nonnegative() }),
  /**
   * New notifications since the last event, each reported once: how many per kind of object, and the newest
   * one.
   */
  newNotifications: z.strictObject({
    kinds: z
      .array(z.strictObject({ about: z.string().max(MAX_ID_LENGTH), count: z.number().int().positive() }))
      .min(1)
      .readonly(),
    newest: idSchema('notification'),
  }),
  /** Reminders of this computer that have become due, each reported once in a run of the program. */
  dueReminders: z.strictObject({ count: z.number().int().positive() }),
  /** The time of snoozed notifications has come: they are in the inbox again. */
  snoozesEnded: z.strictObject({ count: z.number().int().positive() }),
  /**
   * The user clicked a system notification: show this notification, or the inbox where there were several.
   */
  reveal: z.strictObject({ notification: idSchema('notification').nullable() }),
  /** A window of one record was closed; what was typed in it and is not saved is stored. */
  recordWindowClosed: z.strictObject({}),
  /** The user chose in a window of one record what only the main window shows. */
  showPlace: placeInMainWindowSchema,
  accounts: accountsStateSchema,
  settings: settingsSchema,
  /** The state of updates changed: a check ended, a download goes on, an obstacle is gone. */
  updates: updateStateSchema,
  engine: z.strictObject({ state: z.enum(['starting', 'running', 'restarting', 'failed']) }),
  command: z.strictObject({ id: z.enum(MENU_COMMAND_IDS) }),
  /** Windows logs the user off: what is typed must be saved now. */
  loggingOff: z.strictObject({}),
  /** The window was locked or unlocked, or the protection of the current account changed. */
  lock: lockStateSchema,
  /** The time until the window locks because the computer is not used, in milliseconds; null: it is used again. */
  lockSoon: z.strictObject({ inMs: z.number().int().min(0).max(IDLE_LOCK_WARNING_MS).nullable() }),
  /** The window is about to be locked: the page covers itself ('lock.pageCovered'), saves what is typed, and says so ('lock.inputSaved'). */
  saveInput: z.strictObject({}),
} as const satisfies Record<EventName, z.ZodType>;
