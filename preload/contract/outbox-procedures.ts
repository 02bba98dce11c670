import { z } from 'zod';
import {
  changeVersionSchema,
  closedChangeSchema,
  outboxResolutionSchema,
  pendingChangeSchema,
} from './outbox.ts';
import { anyRecordIdSchema, kindSchema } from './record-schemas.ts';
import { appErrorSchema } from './app-error.ts';
import type { ProcedureDefinition } from './validate-call.ts';
import { changeToSaveSchema } from './changes.ts';

const nothing = z.strictObject({});
const changeNumber = z.number().int().positive();
const savedChange = z.strictObject({ number: changeNumber, id: z.string() });

/** Maximum number of changes in one call of `outbox.saveMany`. */
export const MAX_CHANGES_SAVED_TOGETHER = 100;

/** The procedures that save, show and decide the user's pending changes. */
export const outboxProcedures = {
  /** Saves a pending change in the outbox. Returns once it is safely on the disk; does not wait until it is sent. */
  'outbox.save': {
    runsIn: 'engine',
    input: changeToSaveSchema,
    output: savedChange,
  },
  /**
   * Saves several changes in one transaction, by the rules of `outbox.save`. Returns a result for each, in their order: a
   * change that is refused stores nothing and does not stop the others; with `allOrNone` the call fails with the first
   * refusal. Where the call fails, none is stored, or after 'engine-down' all may be: with the same save
   * ids they can be saved again.
   */
  'outbox.saveMany': {
    runsIn: 'engine',
    input: z
      .strictObject({
        changes: z
          // A change that is not valid is null: it is refused by itself, and the call goes on with the others.
          .array(changeToSaveSchema.nullable().catch(null))
          .min(1)
          .max(MAX_CHANGES_SAVED_TOGETHER)
          .readonly(),
        /** The changes belong together, such as the orders of one editor. */
        allOrNone: z.boolean().default(false),
      })
      .refine(({ changes, allOrNone }) => !(allOrNone && changes.includes(null))),
    output: z.strictObject({
      results: z
        .array(
          z.discriminatedUnion('ok', [
            z.strictObject({ ok: z.literal(true), value: savedChange }),
            z.strictObject({ ok: z.literal(false), error: appErrorSchema }),
          ]),
        )
        .readonly(),
    }),
  },
  /** The user has read what was lost with a damaged or missing file: the health no longer says it. */
  'outbox.dismissLoss': { runsIn: 'engine', input: nothing, output: nothing },
  /** Pending changes, oldest first; of one record, or of all. */
  'outbox.list': {
    runsIn: 'engine',
    input: z.strictObject({
      of: z.strictObject({ kind: kindSchema, id: anyRecordIdSchema }).optional(),
      limit: z.number().int().min(1).max(500).default(200),
      after: z.number().int().nonnegative().optional(),
    }),
    output: z.strictObject({
      items: z.array(pendingChangeSchema).readonly(),
      next: z.number().int().nullable(),
    }),
  },
  /** Returns the changes that have left the outbox, newest first. */
  'outbox.closed': {
    runsIn: 'engine',
    input: z.strictObject({
      limit: z.number().int().min(1).max(500).default(100),
      after: z.number().int().positive().optional(),
    }),
    output: z.strictObject({
      items: z.array(closedChangeSchema).readonly(),
      next: z.number().int().nullable(),
    }),
  },
  /**
   * Replaces the fields of a pending change, by the service's names, validated like the operation itself.
   * 'changed-since', and nothing is changed, where the change no longer has the version that the user has edited: what
   * was merged into it meanwhile would be lost.
   */
  'outbox.edit': {
    runsIn: 'engine',
    input: z.strictObject({
      number: changeNumber,
      version: changeVersionSchema,
      data: z.record(z.string().max(100), z.unknown()),
    }),
    output: pendingChangeSchema,
  },
  /** Tries again: a rejected change is sent again, an uncertain one is reconciled again. */
  'outbox.retry': {
    runsIn: 'engine',
    input: z.strictObject({ number: changeNumber }),
    output: nothing,
  },
  /**
   * Discards a pending change that is not being sent; changes that wait for a create that was never sent are
   * discarded with it. With the version that the user has seen, 'changed-since' where it has another one.
   */
  'outbox.discard': {
    runsIn: 'engine',
    input: z.strictObject({ number: changeNumber, version: changeVersionSchema.optional() }),
    /** The numbers of all discarded changes, and the id of the record of the one that was named. */
    output: z.strictObject({ discarded: z.array(z.number().int().positive()).readonly(), id: z.string() }),
  },
  /**
   * Undoes a discard of this run: the changes of the record are as before. 'changed-since' where one of them was sent or
   * changed since, or another one was saved. Returns the id of the record.
   */
  'outbox.restore': {
    runsIn: 'engine',
    input: z.strictObject({ number: changeNumber }),
    output: z.strictObject({ id: z.string() }),
  },
  /**
   * Decides the question about a pending change that the user has seen, by the version of the change. 'changed-since', and
   * nothing is changed, where it has another question or none any more; but an uncertain change can be sent again ('mine')
   * before it has one. Returns the id of its record.
   */
  'outbox.resolve': {
    runsIn: 'engine',
    input: z.strictObject({
      number: changeNumber,
      version: changeVersionSchema,
      resolution: outboxResolutionSchema,
    }),
    output: z.strictObject({ id: z.string() }),
  },
} as const satisfies Record<string, ProcedureDefinition>;
