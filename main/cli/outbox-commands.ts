import { z } from 'zod';
import { MAX_ID_LENGTH } from '#contract/ids.ts';
import type { Resolution } from '#contract/outbox.ts';
import { OPERATIONS, operationSchema } from '#contract/writes.ts';
import { command, type Command, type Described } from './command.ts';
import { discard, listOutbox, resolve, retry } from './outbox.ts';
import { write } from './write.ts';

const NUMBER: Described = { form: '<number>', about: 'its number in the outbox' };
const number = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'expected a number of the outbox')
  .transform(Number);

/** The ways to decide, each with the options that belong to it and no others. */
const choice = z
  .discriminatedUnion(
    'take',
    [
      z.strictObject({ number, take: z.literal('server') }),
      z.strictObject({ number, take: z.literal('mine'), fields: z.string().max(5_000).optional() }),
      z.strictObject({
        number,
        take: z.literal('found'),
        id: z.string('--take found needs one').max(MAX_ID_LENGTH),
      }),
    ],
    'expected --take server, mine or found',
  )
  .transform(({ number: which, ...chosen }) => ({ number: which, resolution: getResolution(chosen) }));

type Chosen =
  | { readonly take: 'server' }
  | { readonly take: 'mine'; readonly fields?: string | undefined }
  | { readonly take: 'found'; readonly id: string };

function getResolution(chosen: Chosen): Resolution {
  if (chosen.take !== 'mine') return chosen;
  const { take, fields } = chosen;
  return fields === undefined
    ? { take }
    : { take: 'fields', mine: fields.split(',').map((name) => name.trim()) };
}

/** Writing, and what becomes of what was written. */
export const OUTBOX_COMMANDS: readonly Command[] = [
  command({
    name: ['write'],
    about: 'Keep a write in the outbox; the next sync sends it. Asks nothing of the network.',
    words: [{ form: '<operation>', about: OPERATIONS.join(', ') }],
    options: [{ form: '--data <json>', about: 'what to write, as JSON; @FILE reads a file, - reads stdin' }],
    input: z.strictObject({
      operation: z.enum(operationSchema.options, `expected one of ${OPERATIONS.join(', ')}`),
      data: z.string('expected --data JSON'),
    }),
    run: write,
  }),
  command({
    name: ['outbox', 'list'],
    about: 'List what is not on the service yet, oldest first, and what needs your decision.',
    words: [],
    options: [],
    input: z.strictObject({}),
    run: listOutbox,
  }),
  command({
    name: ['outbox', 'retry'],
    about: 'Let the next sync try a write once more; what may have arrived is looked for, never sent again.',
    words: [NUMBER],
    options: [],
    input: z.strictObject({ number }),
    run: retry,
  }),
  command({
    name: ['outbox', 'discard'],
    about: 'Let a write go. What waits behind a create goes with it.',
    words: [NUMBER],
    options: [],
    input: z.strictObject({ number }),
    run: discard,
  }),
  command({
    name: ['outbox', 'resolve'],
    about: 'Decide on a write that needs you.',
    words: [NUMBER],
    options: [
      {
        form: '--take <which>',
        about:
          'server: what it has stands; mine: mine goes over it, or is sent again after one more look; found: see --id',
      },
      {
        form: '--fields <names>',
        about: 'with mine: these fields alone, as a,b; the server keeps the others',
      },
      { form: '--id <id>', about: 'with found: the record that is what the create asked for' },
    ],
    input: choice,
    run: resolve,
  }),
];
