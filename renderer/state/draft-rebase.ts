import { isSame, type RawFields } from './draft-raw.ts';
import type { AnyFields, AnyProblem, DraftSubject, FieldOf } from './draft-subject.ts';

/** The part of an editor that rests on what the record says. */
export interface EditorBase<F extends AnyFields> {
  readonly fields: F;
  readonly start: F;
  readonly seen: RawFields;
  /** The service's names of fields that were typed in here and changed in the record meanwhile. */
  readonly disputed: readonly string[];
}

/** Of a record as it is now, the fields that an editor takes over. */
function withFields<F extends AnyFields>(fields: F, now: F, names: readonly FieldOf<F>[]): F {
  return names.reduce((so, name) => ({ ...so, [name]: now[name] }), fields);
}

/** The fields that an editor shows of its record and never changes, as the record has them. */
export function withShown<X extends string, F extends AnyFields, W extends AnyProblem>(
  { shown, fieldsOf: getFields }: DraftSubject<X, F, W>,
  fields: F,
  raw: RawFields,
): F {
  return withFields(fields, getFields(raw), shown);
}

/**
 * Lays an editor over what the record says by now. Fields that nobody typed in follow the record; those that somebody
 * typed in stay to the letter, with what they were when the edit began, and are named.
 */
export function rebased<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  base: EditorBase<F>,
  raw: RawFields,
): EditorBase<F> {
  const now = subject.fieldsOf(raw);
  const sent = Object.keys(subject.sentAs) as readonly FieldOf<F>[]; // its keys are fields
  return sent.reduce<EditorBase<F>>(
    (so, field) => {
      const name = subject.sentAs[field];
      if (name === undefined || isSame(so.seen[name], raw[name])) return so;
      const isTouched = !isSame(so.fields[field], so.start[field]);
      if (isTouched) return { ...so, disputed: [...so.disputed, name] };
      return {
        ...so,
        fields: withFields(so.fields, now, [field]),
        start: withFields(so.start, now, [field]),
        seen: { ...so.seen, [name]: raw[name] },
      };
    },
    { ...base, disputed: [] },
  );
}
