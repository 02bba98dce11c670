import { z } from 'zod';
import {
  downtimePackPasswordSchema,
  downtimePackRequisitionsSchema,
  newDowntimePackPasswordSchema,
} from './pdfs.ts';
import { appErrorSchema } from './app-error.ts';
import { epochMsSchema } from './time-schema.ts';
import type { ProcedureDefinition } from './validate-call.ts';

/** Maximum number of shifts of a day before which a pack is made. */
export const MAX_SHIFTS_PER_DAY = 6;
/** Maximum number of shifts that are remembered as done: those of ten days. */
export const MAX_REMEMBERED_DONE_SHIFTS = 60;

/** The time of the day at which a pack is made, before a shift: `06:30`. */
export const packTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const shiftTimesSchema = z.array(packTimeSchema).max(MAX_SHIFTS_PER_DAY).readonly();

/** A shift by the day and the time at which its pack is due, as a clock on the wall shows them: `2026-03-12 06:30`. */
export const shiftSchema = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);

/** A pack that was made by itself, or at once by its button. */
const madePackSchema = z.strictObject({
  at: epochMsSchema,
  pages: z.number().int().nonnegative(),
  /** Number of requisitions whose PDF is not in it. */
  missing: z.number().int().nonnegative(),
});

/** What is stored in the account's local store: with the password, which never leaves the main process and the engine. */
export const storedPackScheduleSchema = z.strictObject({
  isOn: z.boolean(),
  times: shiftTimesSchema,
  /** The folder that the user has chosen, a full path; null before. */
  folder: z.string().min(1).max(4_000).nullable(),
  /** Null while no pack is made by itself. */
  password: downtimePackPasswordSchema.nullable(),
  /** The shifts whose pack was made, newest last. */
  doneShifts: z.array(shiftSchema).max(MAX_REMEMBERED_DONE_SHIFTS).readonly(),
  made: madePackSchema.nullable(),
  /** The last attempt, where it failed; `shift` is null where the user asked for the pack. */
  failure: z
    .strictObject({ at: epochMsSchema, error: appErrorSchema, shift: shiftSchema.nullable() })
    .nullable(),
});
export type StoredPackSchedule = Readonly<z.infer<typeof storedPackScheduleSchema>>;

/** What the page knows of the schedule. */
export const packScheduleSchema = storedPackScheduleSchema.omit({ password: true, made: true }).extend({
  hasPassword: z.boolean(),
  made: madePackSchema
    .extend({
      /** Whether the file is where it was written; `unknown` where the folder does not answer. */
      file: z.enum(['there', 'gone', 'unknown']),
    })
    .nullable(),
});
export type PackSchedule = Readonly<z.infer<typeof packScheduleSchema>>;

/** No pack is made by itself before the user sets it up. */
export const NO_PACK_SCHEDULE: StoredPackSchedule = {
  isOn: false,
  times: [],
  folder: null,
  password: null,
  doneShifts: [],
  made: null,
  failure: null,
};

const nothing = z.strictObject({});

/** Procedures for downtime packs that are made by themselves before each shift. Each returns the schedule as it is then. */
export const packScheduleProcedures = {
  'packSchedule.get': { runsIn: 'shell', input: nothing, output: packScheduleSchema },
  /**
   * Changes the schedule. Without folder, password and a time nothing can be switched on: 'invalid-input'. Switching off
   * deletes the password. With another password the pack of the present shift is due again.
   */
  'packSchedule.set': {
    runsIn: 'shell',
    input: z.strictObject({
      isOn: z.boolean(),
      times: shiftTimesSchema.optional(),
      password: newDowntimePackPasswordSchema.optional(),
    }),
    output: packScheduleSchema,
  },
  /** Asks the user for the folder of the packs, where the one of the present shift is due again. The page never names a path. */
  'packSchedule.chooseFolder': { runsIn: 'shell', input: nothing, output: packScheduleSchema },
  /**
   * Prints the window's current content, as 'pack.save' does, and writes the pack over the former one in the chosen
   * folder. A failure is stored and returned in the schedule. 'on-its-way' while another pack is being made;
   * 'invalid-input' where it is not switched on.
   */
  'packSchedule.make': {
    runsIn: 'shell',
    input: z.strictObject({
      requisitions: downtimePackRequisitionsSchema,
      /** The shift that it is for: nothing is made where it is done already. Null for one that the user asked for. */
      shift: shiftSchema.nullable(),
    }),
    output: packScheduleSchema,
  },
} as const satisfies Record<string, ProcedureDefinition>;

/** Calls for the schedule of the open account with its password, for the main process alone. */
export const internalPackScheduleProcedures = {
  'packSchedule.read': { runsIn: 'engine', input: nothing, output: storedPackScheduleSchema },
  'packSchedule.write': { runsIn: 'engine', input: storedPackScheduleSchema, output: nothing },
} as const satisfies Record<string, ProcedureDefinition>;
