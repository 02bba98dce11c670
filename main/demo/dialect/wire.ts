import { HOUR } from '#main/base/durations.ts';
import { formatIsoTime, parseIsoTime } from '../timestamps.ts';
import { createRequisitionLongTextFields } from '../resources.ts';
import type { DialectChoices, UnspecifiedPointName } from './unspecified-points.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns whether a field of a record was ever sent to the service: then the sent value is returned, even if
 * it is empty.
 */
export type WasFieldSent = (id: string, field: string) => boolean;

/** Optional fields of a create, by the point that decides their value where they were not sent. */
const OPTIONAL_FIELDS: Readonly<Record<string, 'emptyText' | 'emptyReference' | 'emptyList'>> = {
  description: 'emptyText',
  name: 'emptyText',
  ...createRequisitionLongTextFields(() => 'emptyText' as const),
  service_facility: 'emptyReference',
  diagnoses: 'emptyList',
  scripts: 'emptyList',
};
const REVIEW_DATES = ['review_deadline', 'reviewed_at'];
const EXTENDED_LISTS = ['diagnoses', 'scripts', 'comments', 'reviews'];
const TIME_FIELD = /(_at|_time|_deadline)$/;
const OFFSET_HOURS = 2;

/** The name of the undocumented field that some services add to entries. */
export const EXTRA_ENTRY_FIELD_NAME = 'code_system';

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** Returns the representation of an empty field; undefined where the field is left out. */
function representEmpty(value: unknown, how: string): unknown {
  switch (how) {
    case 'null':
      return null;
    case 'missing':
      return undefined;
    default:
      return value;
  }
}

function withoutUndefined(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function renderEmpties(record: Fields, choices: DialectChoices, wasFieldSent: WasFieldSent): Fields {
  const changed: Record<string, unknown> = { ...record };
  for (const [field, point] of Object.entries(OPTIONAL_FIELDS)) {
    const isOpen = isEmpty(record[field]) && !wasFieldSent(String(record['id']), field);
    if (isOpen) changed[field] = representEmpty(record[field], choices[point]);
  }
  return withoutUndefined(changed);
}

function renderReviewDates(review: Fields, how: DialectChoices['openReviewDates']): Fields {
  const changed: Record<string, unknown> = { ...review };
  for (const field of REVIEW_DATES) {
    if (review[field] === null) changed[field] = how === 'empty' ? '' : representEmpty(null, how);
  }
  return withoutUndefined(changed);
}

function mapEntries(record: Fields, field: string, change: (entry: Fields) => Fields): Fields {
  const entries = record[field];
  return Array.isArray(entries) ? { ...record, [field]: entries.map(change) } : record;
}

function addExtras(record: Fields): Fields {
  const extended = { ...record, external_reference: null, _meta: { revision: 1, tags: ['added later'] } };
  return EXTENDED_LISTS.reduce<Fields>(
    (all, field) => mapEntries(all, field, (entry) => ({ ...entry, [EXTRA_ENTRY_FIELD_NAME]: 'local' })),
    extended,
  );
}

/** Returns the same instant in another notation, or as epoch milliseconds; any other text is unchanged. */
function renderTime(text: string, how: DialectChoices['times']): string | number {
  const isSpaced = / .*\+00$/.test(text);
  const at = parseIsoTime(isSpaced ? `${text.slice(0, -3).replace(' ', 'T')}Z` : text);
  if (at === null) return text;
  if (how === 'numbers') return at;
  if (how === 'microseconds') {
    const precise = formatIsoTime(at).replace('Z', '457');
    return isSpaced ? `${precise.replace('T', ' ')}+00` : `${precise}Z`;
  }
  const local = formatIsoTime(at + OFFSET_HOURS * HOUR).slice(0, -1);
  const offset = `+${String(OFFSET_HOURS).padStart(2, '0')}`;
  return isSpaced ? `${local.replace('T', ' ')}${offset}` : `${local}${offset}:00`;
}

function renderTimes(value: unknown, field: string, how: DialectChoices['times']): unknown {
  if (typeof value === 'string') return TIME_FIELD.test(field) ? renderTime(value, how) : value;
  if (Array.isArray(value)) return value.map((item) => renderTimes(item, field, how));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, renderTimes(part, name, how)]),
  );
}

const RENDERED_POINTS: readonly UnspecifiedPointName[] = [
  'emptyText',
  'emptyReference',
  'emptyList',
  'openReviewDates',
  'extraFields',
];

/**
 * Creates the conversion from a stored resource to its form on the wire. It returns the resource itself where
 * nothing differs.
 */
export function createWireConverter(
  choices: DialectChoices,
  plain: DialectChoices,
  wasFieldSent: WasFieldSent,
): (record: object) => object {
  const isPlain = RENDERED_POINTS.every((name) => choices[name] === plain[name]);
  const render = (record: object): object => {
    const full = renderEmpties({ ...record }, choices, wasFieldSent);
    const dated = mapEntries(full, 'reviews', (review) => renderReviewDates(review, choices.openReviewDates));
    return choices.extraFields === 'some' ? addExtras(dated) : dated;
  };
  const renderAll = isPlain ? (record: object): object => record : render;
  if (choices.times === 'milliseconds') return renderAll;
  return (record) => renderTimes(renderAll(record), '', choices.times) as object; // The result of an object is an object.
}
