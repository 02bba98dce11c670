import { useCallback } from 'react';
import type { RequisitionDraftFields } from '#renderer/state/requisitions/requisition-draft-fields.ts';
import { isPatientId } from '#renderer/state/requisitions/draft.ts';
import { trimStartOfTypedId } from '#renderer/state/editor/typed-id.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { DateTime } from '#renderer/shared/record/date-time.tsx';
import { RequisitionStatusWithIcon } from '#renderer/shared/record/requisition-status.tsx';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import styles from '#renderer/shared/editing/editing.module.css';
import { Status } from '#renderer/ui/Status.tsx';

interface SimilarProps {
  readonly fields: RequisitionDraftFields;
  readonly onOpen: (id: string) => void;
}

const MAX = 200;

/** Warns of open requisitions of the same patient that are nearly identical to the new one. */
export function SimilarRequisitions({ fields, onOpen }: SimilarProps) {
  const patient = trimStartOfTypedId(fields.patient);
  // Keyed by patient: results for one patient must never be shown for another.
  return isPatientId(patient) ? <SimilarList key={patient} fields={fields} onOpen={onOpen} /> : null;
}

function SimilarList({ fields, onOpen }: SimilarProps) {
  const text = useText();
  const { calls } = useStores();
  const { patient, type, name, diagnoses, scripts } = fields;
  const ask = useCallback(
    (signal: AbortSignal) => {
      const listHeads = (parts: RequisitionDraftFields['diagnoses']): readonly string[] =>
        parts.flatMap(({ head }) => (head.trim() === '' ? [] : [head.trim().slice(0, 1_000)])).slice(0, MAX);
      return calls['requisitions.similar'](
        {
          patient: trimStartOfTypedId(patient),
          type,
          name: name.slice(0, 10_000),
          codes: listHeads(diagnoses),
          scripts: listHeads(scripts),
        },
        signal,
      );
    },
    [calls, patient, type, name, diagnoses, scripts],
  );
  const query = useQueryResult(ask);
  // After a failed check, the results of an earlier one do not apply to the current input.
  if (query.error !== null)
    return (
      <div role="note" className={styles.editorNotice} data-tone="warning">
        <QueryError query={query} sentence={text('editor.similarFailed')} />
        <p>{text('editor.similarFailedHint')}</p>
      </div>
    );
  if (query.value === null) return <p className="muted">{text('editor.similarLooking')}</p>;
  const found = query.value.items;
  if (found.length === 0) return null;
  return (
    <div role="note" className={styles.editorNotice} data-tone="warning">
      <Status as="p">{text('editor.similar', { count: found.length })}</Status>
      <ul>
        {found.map((row) => (
          <li key={row.id}>
            <Button size="small" tone="link" onPress={() => onOpen(row.id)}>
              <bdi>{row.name || text('requisition.unnamed')}</bdi> <IdText id={row.id} show="end" />
            </Button>{' '}
            <DateTime at={row.createdAt} /> <RequisitionStatusWithIcon {...row} />
          </li>
        ))}
      </ul>
      <p>{text('editor.similarHint')}</p>
    </div>
  );
}
