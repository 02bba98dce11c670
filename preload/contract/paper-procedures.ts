import { z } from 'zod';
import { recordIdSchema } from './local-id.ts';
import { paperRuleSchema, paperSchema, papersHeldSchema } from './papers.ts';

const nothing = z.strictObject({});
const id = recordIdSchema('requisition');
const ids = z.array(id).min(1).max(500).readonly();

/** The PDFs of requisitions (service's document, section 4.2): fetched, kept encrypted, read, opened. */
export const paperProcedures = {
  'papers.get': { lane: 'read', input: z.strictObject({ id }), output: paperSchema },
  /** How some stand, for a list. Those without one are left out. */
  'papers.some': {
    lane: 'read',
    input: z.strictObject({ ids }),
    output: z.strictObject({ items: z.array(paperSchema).readonly() }),
  },
  /** Asks for PDFs; those that are here in the version of the record are left alone. How it goes comes as `papers` events. */
  'papers.fetch': {
    lane: 'sync',
    input: z.strictObject({ ids }),
    output: z.strictObject({ queued: z.number().int().nonnegative() }),
  },
  /** Stops asking; nothing half of them is kept. */
  'papers.cancel': { lane: 'sync', input: z.strictObject({ ids }), output: nothing },
  /** One piece of a PDF that is here. */
  'papers.read': {
    lane: 'read',
    input: z.strictObject({ id, offset: z.number().int().nonnegative() }),
    output: z.strictObject({
      bytes: z.instanceof(Uint8Array),
      size: z.number().int().nonnegative(),
      hash: z.string(),
    }),
  },
  'papers.drop': { lane: 'write', input: z.strictObject({ ids }), output: nothing },
  'papers.held': { lane: 'read', input: nothing, output: papersHeldSchema },
  'papers.rule': { lane: 'write', input: paperRuleSchema, output: papersHeldSchema },
  /** Opens a PDF that is here in the viewer of this computer, from a private copy that is removed again. */
  'papers.open': { lane: 'shell', input: z.strictObject({ id }), output: nothing },
  /** Asks where to, and writes a copy there. */
  'papers.saveCopy': {
    lane: 'shell',
    input: z.strictObject({ id }),
    output: z.strictObject({ isSaved: z.boolean() }),
  },
  /** Asks where to, and writes a text there, such as a table for a spreadsheet. */
  'files.saveText': {
    lane: 'shell',
    input: z.strictObject({
      /** The file that is suggested; the person chooses. */
      suggested: z.enum(['requisitions.csv', 'requisitions.json', 'directory.csv', 'forms.csv']),
      text: z.string().max(50_000_000),
    }),
    output: z.strictObject({ isSaved: z.boolean() }),
  },
} as const;
