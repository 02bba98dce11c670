import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import {
  filterFailedRows,
  type BulkRowResult,
  type BulkResult,
} from '#renderer/state/requisitions/worklist-bulk.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { TruncatedText } from '#renderer/ui/TruncatedText.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import styles from './worklist.module.css';
import { Status } from '#renderer/ui/Status.tsx';

/** Maximum number of rows shown, failed ones first; the number of the others is below. */
const SHOWN = 200;

/** The result of a bulk action per row, until the user closes it. */
export function BulkResultDialog() {
  const { worklist } = useStores();
  const result = useStore(worklist.bulk.store, (state) => state.result);
  return (
    <ModalDialog
      size="medium"
      isDismissable={result?.isRunning === false}
      isOpen={result !== null}
      onOpenChange={(open) => !open && worklist.bulk.close()}
    >
      {result !== null && <BulkResultBody result={result} />}
    </ModalDialog>
  );
}

function BulkResultBody({ result }: { readonly result: BulkResult }) {
  const text = useText();
  const { bulk } = useStores().worklist;
  const { action, rows, isRunning, path } = result;
  const canNote = action === 'printPdfs' && !isRunning && rows.some(({ state }) => state === 'printed');
  const failed = filterFailedRows(rows);
  const others = rows.filter((row) => !failed.includes(row));
  const shown = [...failed, ...others].slice(0, SHOWN);
  const done = rows.filter(({ state }) => state !== 'waiting').length;
  return (
    <>
      <Heading slot="title" level={2}>
        {text(`worklist.result.title.${action}`)}
      </Heading>
      <Status as="div">
        <p>{text('worklist.result.doneOf', { done, all: rows.length })}</p>
        {path !== null && <p className={styles.resultPath}>{text('worklist.result.savedTo', { path })}</p>}
        {failed.length > 0 && (
          <p className="error-text">{text('worklist.result.failed', { count: failed.length })}</p>
        )}
      </Status>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <ul className={styles.resultRows} tabIndex={0} aria-label={text(`worklist.result.title.${action}`)}>
        {shown.map((row) => (
          <li key={row.id}>
            <div className={styles.resultName}>
              <TruncatedText text={row.name || text('requisition.unnamed')} rows={1} />
              {row.patient === '' ? (
                <IdText id={row.id} show="end" tone="muted" />
              ) : (
                <NamedId id={row.patient} show="end" />
              )}
            </div>
            <span className={styles.resultState} data-state={row.state}>
              {formatOutcome(text, row)}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <p>{text('worklist.result.more', { count: rows.length - shown.length })}</p>
      )}
      {canNote && <p>{text('worklist.result.notePrintedWhy')}</p>}
      <DialogActions>
        {canNote && (
          <Button onPress={() => void bulk.notePrinted().then(bulk.close)}>
            {text('worklist.result.notePrinted')}
          </Button>
        )}
        <Button tone="primary" isDisabled={isRunning} onPress={bulk.close}>
          {text('worklist.result.close')}
        </Button>
        {failed.length > 0 && (
          <Button isDisabled={isRunning} onPress={() => void bulk.retryFailed()}>
            {text('worklist.result.retry')}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

/** Returns the result of a bulk action for one row as text, with the reason if it failed. */
function formatOutcome(text: TextFunction, { state, error }: BulkRowResult): string {
  if (error === null) return text(`worklist.result.state.${state}`);
  if (error.code === 'cancelled') return text('worklist.result.stopped');
  return getErrorSentence(error);
}
