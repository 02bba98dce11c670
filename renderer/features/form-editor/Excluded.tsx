import { NamedId } from '#renderer/records/NamedId.tsx';
import { useSome } from '#renderer/records/use-some.tsx';
import type { FormUsers } from '#renderer/state/form-draft-fields.ts';
import { excludedBy } from '#renderer/state/form-excluded.ts';
import { useText } from '#renderer/text/text.ts';

interface ExcludedProps {
  readonly users: FormUsers;
  /** Patients who are asked by now. */
  readonly asked: readonly string[];
}

/** So few that what follows stays in sight. */
const SHOWN = 10;

/** Whom among the patients already asked the choice of users leaves out, as far as this desk can know. */
export function Excluded({ users, asked }: ExcludedProps) {
  const text = useText();
  const excluded = excludedBy(users, asked);
  const [shown, more] = useSome(excluded?.patients ?? [], SHOWN);
  if (excluded === null) return null;
  const how = excluded.isCertain ? 'certain' : 'perhaps';
  const all = new Set(asked).size;
  return (
    <aside className="editor-notice" aria-live="polite">
      <p>
        {excluded.patients.length === all
          ? text(`formEditor.excluded.${how}All`, { count: all })
          : text(`formEditor.excluded.${how}`, { count: excluded.patients.length, all })}
      </p>
      <ul>
        {shown.map((patient) => (
          <li key={patient}>
            <NamedId id={patient} show="whole" />
          </li>
        ))}
      </ul>
      {more}
      {!excluded.isCertain && <p>{text('formEditor.excluded.perhapsWhy')}</p>}
    </aside>
  );
}
