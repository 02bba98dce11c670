import { createSeededRandom } from '#main/base/random.ts';
import { hashNumbers, shuffle } from '../random-choices.ts';
import {
  type DialectChoices,
  UNSPECIFIED_POINT_NAMES,
  type UnspecifiedPointName,
  UNSPECIFIED_POINTS,
} from './unspecified-points.ts';

/** The choices of one service wherever the document leaves a point open. */
export interface Dialect {
  /** A name of `NAMED_DIALECTS`, or the seed from which it was drawn. */
  readonly name: string;
  readonly choices: DialectChoices;
}

/** The choices of the dialect `plain`: the first value of every open point. */
const PLAIN_CHOICES = Object.fromEntries(
  UNSPECIFIED_POINT_NAMES.map((name) => [name, UNSPECIFIED_POINTS[name].values[0]]),
) as DialectChoices; // The object has a value for each point.

const DIALECT_CHANGES = {
  plain: {},
  nulls: {
    emptyText: 'null',
    emptyReference: 'null',
    emptyList: 'null',
    createdAnswer: '201',
    updatedAnswer: '204',
    errorBody: 'nested',
    entryIds: 'new',
  },
  sparse: {
    emptyText: 'missing',
    emptyReference: 'missing',
    emptyList: 'missing',
    openReviewDates: 'missing',
    createdAnswer: '202-id',
    updatedAnswer: '202-id',
    deletedAnswer: '204',
    listEnd: '404',
    errorBody: 'text',
    defaultLimit: '5',
    order: 'id',
  },
  'slow-lists': {
    createdVisible: 'after-3min',
    updatedAnswer: 'before',
    pageCap: '10',
    order: 'created-desc',
    ties: 'shuffled',
    entityTags: 'sent',
  },
  strict: {
    storedText: 'cut-255',
    refusedStatus: '422',
    forbiddenStatus: '404',
    deletedStatus: '410',
    pageCap: 'refused-over-100',
    listEnd: '400',
    notificationsListed: 'own',
    errorBody: 'list',
    requestStamps: 'own',
    reviewOnCreate: 'not-added',
  },
  'odd-times': {
    times: 'offset',
    reviewMoves: 'unmoved',
    commentMoves: 'unmoved',
    completionMoves: 'unmoved',
    requestStamps: 'renewed',
    formEdits: 'marked',
    readMoves: 'moved',
    searchOn: 'local-day',
    order: 'updated-asc',
  },
  'loose-filters': {
    search: 'ignored',
    patientFilter: 'ignored',
    searchOn: 'ignored',
    createdVisible: 'never',
    reviewSent: 'appended',
    extraFields: 'some',
    order: 'random',
  },
  'awkward-ids': { ids: 'awkward' },
  'number-times': { times: 'numbers' },
  lagging: { changedRead: 'after-1500ms', changedListed: 'after-1500ms', updatedAnswer: 'before' },
  limited: { requestLimit: '60-then-1-a-second', retryAfter: 'date', pageCap: '50' },
} as const satisfies Readonly<Record<string, Partial<DialectChoices>>>;

/** The named dialects; all points that they do not set are as in `plain`. */
export const NAMED_DIALECTS: readonly string[] = Object.keys(DIALECT_CHANGES);

const MAX_SEED = 0xffff_ffff;

/**
 * Returns the value of a point for a seed: a run of consecutive seeds, as long as the list of values,
 * contains each of them.
 */
function drawValue(point: UnspecifiedPointName, seed: number): string {
  const { values } = UNSPECIFIED_POINTS[point];
  const round = Math.floor(seed / values.length);
  const order = shuffle<string>(
    createSeededRandom(hashNumbers(round, UNSPECIFIED_POINT_NAMES.indexOf(point), values.length)),
    values,
  );
  return order[seed % values.length] ?? values[0];
}

/** Draws a dialect from a seed, a whole number from 0 to 2^32 - 1. Equal seeds give equal dialects. */
export function generateDialect(seed: number): Dialect {
  const choices = Object.fromEntries(
    UNSPECIFIED_POINT_NAMES.map((name) => [name, drawValue(name, seed)]),
  ) as DialectChoices; // The object has a value for each point, as PLAIN_CHOICES has.
  return { name: String(seed), choices };
}

/** Returns the dialect of a name or of a seed in digits; null where there is none. */
export function findDialect(nameOrSeed: string): Dialect | null {
  const named = Object.entries(DIALECT_CHANGES).find(([name]) => name === nameOrSeed);
  if (named !== undefined) return { name: nameOrSeed, choices: { ...PLAIN_CHOICES, ...named[1] } };
  const isSeed = /^\d{1,10}$/.test(nameOrSeed) && Number(nameOrSeed) <= MAX_SEED;
  return isSeed ? generateDialect(Number(nameOrSeed)) : null;
}

export const PLAIN_DIALECT: Dialect = { name: 'plain', choices: PLAIN_CHOICES };
