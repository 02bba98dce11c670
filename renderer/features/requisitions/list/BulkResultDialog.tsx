import { useEffect, useRef } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import { isLocalId } from '#contract/records.ts';
import { getDownloadErrorSentence } from '#renderer/pdf/download-error.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { canStopBulkAction, type BulkAction } from '#renderer/state/requisitions/worklist-actions.ts';
import {
  countBulkRows,
  type BulkRowCounts,
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

/** Maximum number of rows shown, failed ones and those not begun first; the number of the others is below. */
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
  const { action, rows } = result;
  const counts = countBulkRows(rows);
  const shown = pickShownRows(rows);
  return (
    <>
      <Heading slot="title" level={2}>
        {text(`worklist.result.title.${action}`)}
      </Heading>
      <BulkProgress result={result} counts={counts} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <ul className={styles.resultRows} tabIndex={0} aria-label={text(`worklist.result.title.${action}`)}>
        {shown.map((row) => (
          <li key={row.id}>
            <div className={styles.resultName}>
              {row.name !== null && <TruncatedText text={row.name || text('requisition.unnamed')} rows={1} />}
              {row.patient === '' ? (
                <IdText id={row.id} show="end" tone="muted" />
              ) : (
                <NamedId id={row.patient} show="end" />
              )}
            </div>
            <span className={styles.resultState} data-state={row.state}>
              {formatOutcome(text, action, row)}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <p>{text('worklist.result.more', { count: rows.length - shown.length })}</p>
      )}
      <BulkResultActions result={result} counts={counts} />
    </>
  );
}

interface BulkResultPartProps {
  readonly result: BulkResult;
  readonly counts: BulkRowCounts;
}

/** How far the action is. Screen readers are told the outcome alone: the steps before it would be said one by one. */
function BulkProgress({ result, counts }: BulkResultPartProps) {
  const text = useText();
  const { rows, isRunning, path } = result;
  const { done, failed, stopped } = counts;
  const lines = (
    <>
      <p>{text('worklist.result.doneOf', { done, all: rows.length })}</p>
      {path !== null && <p className={styles.resultPath}>{text('worklist.result.savedTo', { path })}</p>}
      {failed > 0 && <p className="error-text">{text('worklist.result.failed', { count: failed })}</p>}
      {stopped > 0 && <p>{text('worklist.result.notDone', { count: stopped })}</p>}
    </>
  );
  if (!isRunning) return <Status as="div">{lines}</Status>;
  return (
    <div>
      {lines}
      <progress
        className={styles.resultProgress}
        aria-label={text('worklist.result.progress')}
        value={done + failed}
        max={rows.length}
      />
    </div>
  );
}

/** Whether the last action that can be undone is that of a result: the message that offers it is behind the dialog. */
function useCanUndo({ action, rows, isRunning }: BulkResult): boolean {
  const last = useStore(useStores().toasts.store, ({ undoable }) => undoable.at(-1));
  const numbers = new Set(last?.unsent);
  // A change that stops sharing may have the number of the share that it was merged into.
  if (action !== 'share' || isRunning) return false;
  return rows.some(({ number }) => number !== undefined && numbers.has(number));
}

function BulkResultActions({ result, counts }: BulkResultPartProps) {
  const text = useText();
  const { toasts, worklist } = useStores();
  const { bulk } = worklist;
  const { action, rows, isRunning, isStopped } = result;
  const canUndo = useCanUndo(result);
  const canNote = action === 'printPdfs' && !isRunning && rows.some(({ state }) => state === 'printed');
  const closeButton = useRef<HTMLButtonElement>(null);
  // Where the focus was is gone with the end of the action, such as Stop.
  useEffect(() => {
    if (!isRunning) closeButton.current?.focus();
  }, [isRunning]);
  return (
    <>
      {canNote && <p>{text('worklist.result.notePrintedWhy')}</p>}
      <DialogActions>
        {canNote && (
          <Button onPress={() => void bulk.notePrinted().then(bulk.close)}>
            {text('worklist.result.notePrinted')}
          </Button>
        )}
        <Button ref={closeButton} tone="primary" isDisabled={isRunning} onPress={bulk.close}>
          {text('worklist.result.close')}
        </Button>
        {canUndo && (
          <Button
            onPress={() => {
              bulk.close();
              void toasts.undo();
            }}
          >
            {text('toast.undo')}
          </Button>
        )}
        {isRunning && canStopBulkAction(action) && (
          <Button onPress={bulk.stop}>{text(`worklist.result.${isStopped ? 'stopping' : 'stop'}`)}</Button>
        )}
        {counts.stopped > 0 && (
          <Button isDisabled={isRunning} onPress={() => void bulk.continueStopped()}>
            {text('worklist.result.goOn')}
          </Button>
        )}
        {counts.failed > 0 && (
          <Button isDisabled={isRunning} onPress={() => void bulk.retryFailed()}>
            {text('worklist.result.retry')}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

/** Returns the rows to show: the failed ones first, then those that were not begun. */
function pickShownRows(rows: readonly BulkRowResult[]): readonly BulkRowResult[] {
  const groups = {
    failed: [] as BulkRowResult[],
    stopped: [] as BulkRowResult[],
    others: [] as BulkRowResult[],
  };
  for (const row of rows) {
    const group = groups[row.state === 'failed' || row.state === 'stopped' ? row.state : 'others'];
    if (group.length < SHOWN) group.push(row);
  }
  return [...groups.failed, ...groups.stopped, ...groups.others].slice(0, SHOWN);
}

/** Returns the result of a bulk action for one row as text, with the reason if it failed. */
function formatOutcome(text: TextFunction, action: BulkAction, { id, state, error }: BulkRowResult): string {
  if (error === null) return text(`worklist.result.state.${state}`);
  if (error.code === 'cancelled') return text('worklist.result.stopped');
  if (action !== 'pdfs') return getErrorSentence(error);
  return isLocalId(id) ? text('pdf.unknown') : getDownloadErrorSentence(text, error);
}
