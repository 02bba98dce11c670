import { z } from 'zod';
import { MISSING_STATES } from '#contract/missing-records.ts';
import { command, type Command, type Described } from './command.ts';
import { KIND_LABELS } from './kinds.ts';
import { confirmMissing, getMissing, listMissing } from './missing.ts';

const KIND: Described = { form: '<kind>', about: KIND_LABELS.join(', ') };
const kind = z.enum(KIND_LABELS, `expected one of ${KIND_LABELS.join(', ')}`);
const id = z.string().min(1).max(300);

/** Records that the service no longer returns. */
export const MISSING_COMMANDS: readonly Command[] = [
  command({
    name: ['missing', 'list'],
    about: 'List records that the service no longer returns, and what on them waits for you.',
    words: [],
    options: [{ form: '--state <state>', about: 'held (still listed), open, or closed; all unless said' }],
    input: z.strictObject({
      state: z.enum(MISSING_STATES, `expected one of ${MISSING_STATES.join(', ')}`).optional(),
    }),
    run: listMissing,
  }),
  command({
    name: ['missing', 'get'],
    about: 'Print the last known content of such a record.',
    words: [KIND, { form: '<id>', about: 'its identifier' }],
    options: [],
    input: z.strictObject({ kind, id }),
    run: getMissing,
  }),
  command({
    name: ['missing', 'confirm'],
    about: 'Confirm that records are missing: held ones leave their list, open ones are closed.',
    words: [KIND],
    options: [
      { form: '--id <id>', about: 'this one' },
      { form: '--all', about: 'all of the kind that wait for you' },
    ],
    input: z
      .strictObject({ kind, id: id.optional(), all: z.literal(true).optional() })
      .refine((given) => (given.id === undefined) === (given.all === true), 'expected --id ID or --all'),
    run: confirmMissing,
  }),
];
