import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { internalProcedures } from '#contract/internal-procedures.ts';
import { procedures } from '#contract/procedures.ts';
import { RECORDED_CALL_NAMES } from '#main/engine/access/recorded-calls.ts';
import { UNRECORDED_CALLS } from '#main/engine/access/unrecorded-calls.ts';

const ALL = { ...procedures, ...internalProcedures };
const UNRECORDED = Object.entries(UNRECORDED_CALLS);
/** Fields that only records, or what is derived from records, have. */
const PATIENT_FIELDS = new Set([
  'patient',
  'attendees',
  'raw',
  'record',
  'fields',
  'excerpt',
  'title',
  'identifier',
  'names',
  'orderDetails',
  'comments',
  'note',
  'seen',
]);

/** Returns the names of all fields of a schema, at any depth. */
function listFieldNames(schema: z.ZodType): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('properties' in part) for (const name of Object.keys(part.properties ?? {})) names.add(name);
    for (const value of Object.values(part)) walk(value);
  };
  walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }));
  return names;
}

describe('what the access log records of calls', () => {
  it('is declared for every call, once', () => {
    const declared = [...RECORDED_CALL_NAMES, ...UNRECORDED.map(([name]) => name)];
    expect(declared.toSorted()).toEqual(Object.keys(ALL).toSorted());
  });

  const withoutPatient = UNRECORDED.filter(
    ([name, reason]) =>
      reason === 'no-patient-data' || (reason === 'counts-and-ids' && name !== 'windows.getRecord'),
  );
  it.each(withoutPatient)('is nothing for %s, because its answer holds no field of a record', (name) => {
    const { output } = ALL[name as keyof typeof ALL]; // A key of the table.
    expect([...listFieldNames(output)].filter((field) => PATIENT_FIELDS.has(field))).toEqual([]);
  });

  it('is something where a field of a record is answered for one record or patient', () => {
    const isAskedForOne = (name: string): boolean => {
      const { properties = {} } = z.toJSONSchema(ALL[name as keyof typeof ALL].input, {
        unrepresentable: 'any',
      }); // as above
      return ['id', 'of', 'patient'].some((field) => field in properties);
    };
    const answering = UNRECORDED.filter(([name, reason]) => {
      const fields = listFieldNames(ALL[name as keyof typeof ALL].output); // as above
      const isShown = [...PATIENT_FIELDS].some((field) => fields.has(field));
      return isShown && isAskedForOne(name) && reason !== 'entered-for-later';
    });
    expect(answering).toEqual([]);
  });
});
