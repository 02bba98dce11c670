import { ArrowLeft, Plus, Printer } from 'lucide-react';
import { isId } from '#contract/records.ts';
import { IdMenu } from '#renderer/shared/ids/IdMenu.tsx';
import {
  RelatedLists,
  groupRelatedRecords,
  type RelatedRecords,
  useRelatedRecords,
} from '#renderer/shared/record/RelatedLists.tsx';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import type { QueryState } from '#renderer/shared/use-query-result.ts';
import { ExportButton } from '#renderer/shared/ExportButton.tsx';
import { RequestHistory } from '#renderer/shared/completion-requests/RequestHistory.tsx';
import { NameConflictNotes, SecondIdentifier, useDirectoryEntry } from '#renderer/shared/ids/NamedId.tsx';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { exportTable } from '#renderer/state/export-table.ts';
import { printOpenRecord } from '#renderer/state/print.ts';
import { beginRequisitionForPatient } from '#renderer/state/begin-requisition.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { FocusableTruncatedText } from '#renderer/ui/TruncatedText.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { SingleColumnPage } from '#renderer/ui/Page.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import styles from './patient.module.css';

const MAX = 200;
const SKELETON_ROWS = 8;
const SKELETON_HEIGHT = 32;

/**
 * All records that refer to one patient or another id: requisitions, completion requests, appointments,
 * notifications.
 */
export function RelatedRecordsScreen({ id }: { readonly id: string }) {
  const text = useText();
  const { view } = useStores();
  const keyLabel = useGetCommandKeyLabel();
  const name = useDirectoryEntry(id);
  const found = useRelatedRecords(id, MAX);
  return (
    <SingleColumnPage>
      <div>
        <div data-print="hide">
          <ButtonWithHint
            tone="quiet"
            size="small"
            icon={<Icon shape={ArrowLeft} />}
            shortcut={keyLabel('record.back')}
            onPress={() => view.openRelated(null)}
          >
            {text('related.back')}
          </ButtonWithHint>
        </div>
        <h1>
          <FocusableTruncatedText text={name?.name ?? text('related.title')} rows={2} />
        </h1>
        <p>
          {name !== null && name.identifier !== '' && <SecondIdentifier entry={name} />}{' '}
          <IdMenu id={id} shows="id" /> {name !== null && <NameConflictNotes entry={name} />}
        </p>
        <p className="muted">{text('related.lead')}</p>
        <div className={styles.actions} data-print="hide">
          {isId('user', id) && <NewRequisition patient={id} />}
          <PrintRelatedRecordsButton id={id} />
          {isId('user', id) && <FhirExportButton patient={id} />}
        </div>
      </div>
      <RelatedRecordsOrError id={id} found={found} />
      {isId('user', id) && <RequestHistory by="patient" id={id} level={2} />}
    </SingleColumnPage>
  );
}

/** The button that begins a requisition for this patient. */
function NewRequisition({ patient }: { readonly patient: string }) {
  const text = useText();
  const stores = useStores();
  return (
    <Button icon={<Icon shape={Plus} />} onPress={() => beginRequisitionForPatient(stores, patient)}>
      {text('editor.new')}
    </Button>
  );
}

/** The button that prints the page of related records. */
function PrintRelatedRecordsButton({ id }: { readonly id: string }) {
  const text = useText();
  const { calls, failedAction } = useStores();
  const keyLabel = useGetCommandKeyLabel();
  const print = async () => failedAction.report('print', await printOpenRecord(calls, [id]));
  return (
    <ButtonWithHint
      icon={<Icon shape={Printer} />}
      shortcut={keyLabel('record.print')}
      onPress={() => void print()}
    >
      {text('related.print')}
    </ButtonWithHint>
  );
}

/** The button that saves the requisitions of a patient in the format FHIR, which other programs read. */
function FhirExportButton({ patient }: { readonly patient: string }) {
  const text = useText();
  const { calls } = useStores();
  const save = () =>
    exportTable<string>(calls, 'requisitions.fhir.json', (place) =>
      calls['worklist.export']({ format: 'fhir', which: { filter: { patient } }, ...place }),
    );
  return (
    <ExportButton label={text('related.exportFhir')} hint={text('related.exportFhirHint')} save={save} />
  );
}

interface RelatedRecordsOrErrorProps {
  readonly id: string;
  readonly found: QueryState<RelatedRecords>;
}

/** The related records once they are read, with the error of a failed reload; before that a skeleton, or the error. */
function RelatedRecordsOrError({ id, found }: RelatedRecordsOrErrorProps) {
  const text = useText();
  const { value, error, retry } = found;
  if (value === null && error !== null) {
    const again = { label: text('list.tryAgain'), run: retry };
    return (
      <EmptyPaneMessage
        role="alert"
        title={text('related.failed')}
        hint={getErrorSentence(error)}
        action={again}
      />
    );
  }
  if (value === null)
    return <Skeleton label={text('related.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
  return (
    <>
      <QueryError query={found} sentence={text('list.stale')} />
      <RelatedLists
        groups={groupRelatedRecords(text, value, null)}
        level={2}
        isWhole
        hasRowActions={isId('user', id)}
      />
      {value.isCut && <p className="muted">{text('related.cut')}</p>}
    </>
  );
}
