import { useCallback } from 'react';
import type { CompletionRequestRow, CompletionRequestsAndMedian } from '#contract/completion-requests.ts';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { IdsField } from '#renderer/shared/editing/IdsPicker.tsx';
import { NamedId, useDirectoryEntry } from '#renderer/shared/ids/NamedId.tsx';
import { useQueryResult, type QueryState } from '#renderer/shared/use-query-result.ts';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import type { OpenFormEditor } from '#renderer/state/forms/draft.ts';
import { findPatientsLosingAccess, type FormProblem } from '#renderer/state/forms/draft-validation.ts';
import type { FormEditorFields, PermittedUsers } from '#renderer/state/forms/form-draft-fields.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import styles from './form-editor.module.css';
import editingStyles from '#renderer/shared/editing/editing.module.css';
import { Status } from '#renderer/ui/Status.tsx';

/** Properties common to all sections of the form editor. */
export interface FormFieldsProps {
  readonly open: OpenFormEditor;
  readonly onType: (typed: Partial<FormEditorFields>) => void;
  /** Returns the error message of a field, if it has one. */
  readonly errorAt: (place: FormProblem['at']) => string | undefined;
}

interface AskedNowProps extends Pick<FormFieldsProps, 'onType'> {
  readonly fields: FormEditorFields;
}

/** Maximum number of patients shown: few enough that the save button stays visible. */
const MAX_SHOWN = 10;

/** Patients with an open request, each with a button that withdraws the request or keeps it. */
function AskedNow({ fields, onType }: AskedNowProps) {
  const text = useText();
  const { asked: askedPatients, withdraw } = fields;
  const [shown, more] = useEntriesWithShowMoreButton(askedPatients, MAX_SHOWN);
  const isAll = askedPatients.every((patient) => withdraw.includes(patient));
  return (
    <Section level={2} title={text('formEditor.askedNow')} count={askedPatients.length}>
      {askedPatients.length === 0 && <p className="muted">{text('formEditor.askedNone')}</p>}
      <ul className={styles.askedNow}>
        {shown.map((patient) => (
          <li key={patient}>
            <AskedPatient
              patient={patient}
              isWithdrawn={withdraw.includes(patient)}
              onChange={(isWithdrawn) =>
                onType({
                  withdraw: isWithdrawn
                    ? [...withdraw, patient]
                    : withdraw.filter((each) => each !== patient),
                })
              }
            />
          </li>
        ))}
      </ul>
      {more}
      {askedPatients.length > 1 && (
        <div>
          <Button size="small" onPress={() => onType({ withdraw: isAll ? [] : askedPatients })}>
            {text(isAll ? 'formEditor.keepAll' : 'formEditor.withdrawAll')}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface AskedPatientProps {
  readonly patient: string;
  readonly isWithdrawn: boolean;
  readonly onChange: (isWithdrawn: boolean) => void;
}

const NAME_LENGTH = 80;

function AskedPatient({ patient, isWithdrawn, onChange }: AskedPatientProps) {
  const text = useText();
  const who = truncateWithEllipsis(useDirectoryEntry(patient)?.name ?? patient, NAME_LENGTH);
  const action = isWithdrawn ? 'keepAsked' : 'withdraw';
  return (
    <>
      <span className={styles.askedPatient}>
        <NamedId id={patient} show="whole" />
        {isWithdrawn && <span className={styles.askedWithdrawn}>{text('formEditor.withdrawn')}</span>}
      </span>
      <Button
        size="small"
        aria-label={text(`formEditor.${action}Of`, { who })}
        onPress={() => onChange(!isWithdrawn)}
      >
        {text(`formEditor.${action}`)}
      </Button>
    </>
  );
}

/** How a patient's last request ended; `ended`: completed, or withdrawn by another client. */
export type EarlierRequestEnd = 'ended' | 'withdrawn';

/**
 * How each patient's last request ended, for those whose request has ended. A patient who completed a form
 * can be asked again (section 2.2).
 * @param items the newest request first
 */
function getEarlierEnds(
  items: readonly Pick<CompletionRequestRow, 'patient' | 'state'>[],
): ReadonlyMap<string, EarlierRequestEnd> {
  const ends = new Map<string, EarlierRequestEnd>();
  for (const { patient, state } of items) {
    const isEnd = state === 'ended' || state === 'withdrawn';
    if (isEnd && !ends.has(patient)) ends.set(patient, state);
  }
  return ends;
}

/**
 * Fields for the patients to ask to complete a form, and the requests to withdraw (service's document,
 * section 2.2).
 */
export function CompletionRequestFields({ open, onType, errorAt }: FormFieldsProps) {
  const text = useText();
  const { ask, asked: askedPatients, typing } = open.fields;
  const earlier = useEarlier(open.target ?? '');
  const before = getEarlierEnds(earlier.value?.items ?? []);
  return (
    <>
      <IdsField
        label={text('formEditor.patients')}
        help={text('formEditor.patientsHelp')}
        family="user"
        as="patient"
        ids={ask}
        typed={typing.ask}
        known={askedPatients}
        error={errorAt('ask')}
        anchor="ask"
        onChange={({ ids, typed }) => onType({ ask: ids, typing: { ...typing, ask: typed } })}
        renderNote={(patient) => {
          const how = before.get(patient);
          return how === undefined ? null : text(`formEditor.before.${how}`);
        }}
      />
      <QueryError query={earlier} sentence={text('formEditor.beforeFailed')} />
      <AskedNow fields={open.fields} onType={onType} />
    </>
  );
}

/** Reads the earlier completion requests of a form. */
function useEarlier(form: string): QueryState<CompletionRequestsAndMedian> {
  const { calls } = useStores();
  const ask = useCallback(() => calls['completions.history']({ form }), [calls, form]);
  return useQueryResult(form === '' ? null : ask);
}

interface ExcludedProps {
  readonly users: PermittedUsers;
  /** Patients with an open request. */
  readonly askedPatients: readonly string[];
  /** Number of sets of users that the document does not name. */
  readonly otherLimits: number;
}

/** Maximum number of patients shown: few enough that the fields below stay visible. */
const MAX_EXCLUDED_SHOWN = 10;

/** Patients with an open request whom the form's user restrictions exclude, as far as this computer knows. */
export function PatientsLosingAccessWarning({ users, askedPatients, otherLimits }: ExcludedProps) {
  const text = useText();
  const excluded = findPatientsLosingAccess(users, askedPatients, otherLimits);
  const [shown, more] = useEntriesWithShowMoreButton(excluded?.patients ?? [], MAX_EXCLUDED_SHOWN);
  if (excluded === null) return null;
  const how = excluded.isCertain ? 'certain' : 'perhaps';
  const all = new Set(askedPatients).size;
  return (
    <div role="note" className={editingStyles.editorNotice}>
      <Status as="p">
        {excluded.patients.length === all
          ? text(`formEditor.excluded.${how}All`, { count: all })
          : text(`formEditor.excluded.${how}`, { count: excluded.patients.length, all })}
      </Status>
      <ul>
        {shown.map((patient) => (
          <li key={patient}>
            <NamedId id={patient} show="whole" />
          </li>
        ))}
      </ul>
      {more}
      {!excluded.isCertain && <p>{text('formEditor.excluded.perhapsWhy')}</p>}
    </div>
  );
}
