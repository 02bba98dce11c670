import { z } from 'zod';
import { pdfUseLogEntrySchema } from './local-data.ts';
import { idSchema, recordIdSchema } from './record-schemas.ts';
import { appErrorSchema } from './app-error.ts';
import {
  newDowntimePackPasswordSchema,
  downtimePackRequisitionsSchema,
  offlinePolicySchema,
  pdfStateSchema,
  pdfStorageUsageSchema,
} from './pdfs.ts';

const nothing = z.strictObject({});
const id = recordIdSchema('requisition');
const ids = z.array(id).min(1).max(500).readonly();

/** The first bytes of every PNG file, encoded as base64. */
const PNG_SIGNATURE = 'iVBORw0KGgo';
/** Maximum length of a picture, encoded as base64. */
export const MAX_CHART_PNG_BASE64_LENGTH = 4_000_000;

/** Whether a file was saved where the user chose. */
const savedFileSchema = z.strictObject({
  isSaved: z.boolean(),
  /** Where, to show it to the user; empty where the user cancelled. */
  path: z.string(),
});

/**
 * The PDFs of requisitions (service's document, section 4.2): download, encrypted storage, reading, opening.
 */
export const pdfProcedures = {
  /** The state of one PDF, and its print log, newest first: the last 20 entries. */
  'pdfs.get': {
    runsIn: 'engine',
    input: z.strictObject({ id }),
    output: pdfStateSchema.extend({ printLog: z.array(pdfUseLogEntrySchema).max(20).readonly() }),
  },
  /** Returns the status of several PDFs, for a list. PDFs without a status are left out. */
  'pdfs.getMany': {
    runsIn: 'engine',
    input: z.strictObject({ ids }),
    output: z.strictObject({ items: z.array(pdfStateSchema).readonly() }),
  },
  /**
   * Requests downloads; PDFs that are stored in the record's version are skipped. Progress comes as `pdfs`
   * events.
   */
  'pdfs.fetch': {
    runsIn: 'engine',
    input: z.strictObject({ ids }),
    output: z.strictObject({ queued: z.number().int().nonnegative() }),
  },
  /** Cancels downloads; nothing incomplete is kept. */
  'pdfs.cancel': { runsIn: 'engine', input: z.strictObject({ ids }), output: nothing },
  /** Returns one piece of the bytes of a stored PDF. */
  'pdfs.read': {
    runsIn: 'engine',
    input: z.strictObject({ id, offset: z.number().int().nonnegative() }),
    output: z.strictObject({
      bytes: z.instanceof(Uint8Array),
      size: z.number().int().nonnegative(),
      hash: z.string(),
    }),
  },
  'pdfs.remove': { runsIn: 'engine', input: z.strictObject({ ids }), output: nothing },
  'pdfs.usage': { runsIn: 'engine', input: nothing, output: pdfStorageUsageSchema },
  'pdfs.setOfflinePolicy': { runsIn: 'engine', input: offlinePolicySchema, output: pdfStorageUsageSchema },
  /** Opens a stored PDF in this computer's PDF viewer, from a private copy that is removed again. */
  'pdfs.open': { runsIn: 'shell', input: z.strictObject({ id }), output: nothing },
  /**
   * Drags a stored PDF out of the window while the mouse button is pressed, as a private copy that is removed again.
   * The system does not tell where it is dropped.
   */
  'pdfs.drag': {
    runsIn: 'shell',
    input: z.strictObject({ id }),
    output: z.strictObject({
      /** False where the button was released before the copy was ready. */
      isStarted: z.boolean(),
    }),
  },
  /** Asks the user where to save a stored PDF and writes a copy there. */
  'pdfs.saveCopy': {
    runsIn: 'shell',
    input: z.strictObject({ id }),
    output: savedFileSchema,
  },
  /** Asks the user for a folder and writes copies into a new folder in it. */
  'pdfs.saveCopies': {
    runsIn: 'shell',
    input: z.strictObject({ ids }),
    output: z.strictObject({
      isSaved: z.boolean(),
      /** The new folder, to show it to the user; empty where the user cancelled. */
      path: z.string(),
      /** The PDFs that could not be written. */
      failed: z.array(z.strictObject({ id: z.string(), error: appErrorSchema })).readonly(),
    }),
  },
  /** Asks the user where to save a PNG picture and writes it there. */
  'files.savePicture': {
    runsIn: 'shell',
    input: z.strictObject({
      suggested: z.enum(['chart.png']),
      /** A PNG file, encoded as base64; its first bytes are checked. */
      png: z.base64().startsWith(PNG_SIGNATURE).max(MAX_CHART_PNG_BASE64_LENGTH),
    }),
    output: savedFileSchema,
  },
  /** Shows the save dialog and writes a text file, such as a table for a spreadsheet. */
  'files.saveText': {
    runsIn: 'shell',
    input: z.strictObject({
      /** The suggested file name; the user can change it. */
      suggested: z.enum([
        'requisitions.csv',
        'requisitions.json',
        'requisitions.fhir.json',
        'day.ics',
        'day.csv',
        'notifications.csv',
        'completion-requests.csv',
        'directory.csv',
        'forms.csv',
        'access-log.csv',
        'chart.csv',
        'intray-support.txt',
      ]),
      text: z.string().max(50_000_000),
    }),
    output: savedFileSchema,
  },
  /**
   * Prints the window's current content to a PDF, adds the stored PDFs of these requisitions, encrypts the
   * result (AES-256) and writes it where the user chooses. The page never names a path.
   */
  'pack.save': {
    runsIn: 'shell',
    input: z.strictObject({
      password: newDowntimePackPasswordSchema,
      requisitions: downtimePackRequisitionsSchema,
      /** The suggested file name; contains the day, never a patient. */
      suggestedName: z.string().regex(/^[a-z0-9-]{1,80}\.pdf$/),
    }),
    output: z.strictObject({
      /** Whether the pack was saved; false where the user cancelled. */
      isSaved: z.boolean(),
      pages: z.number().int().nonnegative(),
      /** Requisitions whose PDF is not stored or cannot be read, and which are therefore not included. */
      missing: z.array(z.string()).readonly(),
    }),
  },
  /**
   * Opens the video call of an appointment in the browser after the user's confirmation. Only https; anything
   * else is refused.
   */
  'links.openVideoCall': {
    runsIn: 'shell',
    input: z.strictObject({ notification: idSchema('notification') }),
    output: z.strictObject({ isOpened: z.boolean() }),
  },
} as const;
