import { z } from 'zod';
import { idSchema, recordIdSchema } from './records.ts';
import {
  packPasswordSchema,
  packRequisitionsSchema,
  offlinePolicySchema,
  pdfStateSchema,
  pdfUsageSchema,
} from './pdfs.ts';

const nothing = z.strictObject({});
const id = recordIdSchema('requisition');
const ids = z.array(id).min(1).max(500).readonly();

/** The first bytes of every PNG file, encoded as base64. */
const PNG_SIGNATURE = 'iVBORw0KGgo';
/** Maximum length of a picture, encoded as base64. */
export const MAX_PICTURE_LENGTH = 4_000_000;

/**
 * The PDFs of requisitions (service's document, section 4.2): download, encrypted storage, reading, opening.
 */
export const pdfProcedures = {
  'pdfs.get': { runsIn: 'engine', input: z.strictObject({ id }), output: pdfStateSchema },
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
  /** One piece of a PDF that is here. */
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
  'pdfs.usage': { runsIn: 'engine', input: nothing, output: pdfUsageSchema },
  'pdfs.setOfflinePolicy': { runsIn: 'engine', input: offlinePolicySchema, output: pdfUsageSchema },
  /** Opens a PDF that is here in the viewer of this computer, from a private copy that is removed again. */
  'pdfs.open': { runsIn: 'shell', input: z.strictObject({ id }), output: nothing },
  /** Asks the user for a place and writes a copy there. */
  'pdfs.saveCopy': {
    runsIn: 'shell',
    input: z.strictObject({ id }),
    output: z.strictObject({ isSaved: z.boolean() }),
  },
  /** Shows the save dialog and writes a picture. */
  'files.savePicture': {
    runsIn: 'shell',
    input: z.strictObject({
      suggested: z.enum(['chart.png']),
      /** A PNG file, encoded as base64; its first bytes are checked. */
      png: z.base64().startsWith(PNG_SIGNATURE).max(MAX_PICTURE_LENGTH),
    }),
    output: z.strictObject({ isSaved: z.boolean() }),
  },
  /** Shows the save dialog and writes a text file, such as a table for a spreadsheet. */
  'files.saveText': {
    runsIn: 'shell',
    input: z.strictObject({
      /** The suggested file name; the user can change it. */
      suggested: z.enum([
        'requisitions.csv',
        'requisitions.json',
        'directory.csv',
        'forms.csv',
        'access-log.csv',
        'chart.csv',
      ]),
      text: z.string().max(50_000_000),
    }),
    output: z.strictObject({ isSaved: z.boolean() }),
  },
  /**
   * Prints the window's current content to a PDF, adds the stored PDFs of these requisitions, encrypts the
   * result (AES-256) and writes it where the user chooses. The page never names a path.
   */
  'pack.save': {
    runsIn: 'shell',
    input: z.strictObject({
      password: packPasswordSchema,
      requisitions: packRequisitionsSchema,
      /** The suggested file name; contains the day, never a patient. */
      suggestedName: z.string().regex(/^[a-z0-9-]{1,80}\.pdf$/),
    }),
    output: z.strictObject({
      /** False where the user cancelled. */
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
