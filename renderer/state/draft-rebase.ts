import {
  fieldsOf,
  isSame,
  SENT_FIELDS,
  SERVICE_FIELD,
  type EditorFields,
  type RawFields,
  type SentField,
} from './draft-fields.ts';

/** The part of an editor that rests on what the record says. */
export interface Grounded {
  readonly fields: EditorFields;
  readonly start: EditorFields;
  readonly seen: RawFields;
  /** Fields that were typed in here and changed in the record meanwhile. */
  readonly disputed: readonly SentField[];
}

function take(ground: Grounded, field: SentField, raw: RawFields): Grounded {
  const name = SERVICE_FIELD[field];
  const now = fieldsOf(raw)[field];
  return {
    ...ground,
    fields: { ...ground.fields, [field]: now },
    start: { ...ground.start, [field]: now },
    seen: { ...ground.seen, [name]: raw[name] },
  };
}

/**
 * Lays an editor over what the record says by now. Fields that nobody typed in follow the record; those that somebody
 * typed in stay to the letter, with what they were when the edit began, and are named.
 */
export function rebased(ground: Grounded, raw: RawFields): Grounded {
  return SENT_FIELDS.reduce<Grounded>(
    (so, field) => {
      const name = SERVICE_FIELD[field];
      if (isSame(so.seen[name], raw[name])) return so;
      const isTouched = !isSame(so.fields[field], so.start[field]);
      return isTouched ? { ...so, disputed: [...so.disputed, field] } : take(so, field, raw);
    },
    { ...ground, disputed: [] },
  );
}
