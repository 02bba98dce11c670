import { Check, Eye, EyeOff, FileDown, Printer } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { POLICY_WITHOUT_FILE } from '#contract/policy.ts';
import { PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { SelectionBar } from '#renderer/shared/query/SelectionBar.tsx';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import { getPolicy } from '#renderer/state/program/computer.ts';
import { MAX_OPENED_TOGETHER, type BulkAction } from '#renderer/state/requisitions/worklist-actions.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { TruncatedText } from '#renderer/ui/TruncatedText.tsx';
import styles from './worklist.module.css';

const CONFIRMED_ACTION_ICONS = { share: Eye, unshare: EyeOff } as const;
const ACTION_ICONS = { print: Printer, export: FileDown } as const;
/** Maximum number of requisitions that the question before sharing names. */
const MAX_NAMED = 5;
const PDF_ACTIONS = ['pdfs', 'openPdfs', 'savePdfs', 'printPdfs'] as const satisfies readonly BulkAction[];

interface PdfMenuProps {
  /** The number of selected requisitions. */
  readonly count: number;
  readonly onRun: (action: BulkAction) => void;
}

/** What can be done with the PDFs of the selected requisitions, all in one job. */
function PdfMenu({ count, onRun }: PdfMenuProps) {
  const text = useText();
  // Until the policy is known nothing is refused here: the main process refuses what it does not allow.
  const { savePdfs, printPdfs } = useStore(useStores().computer.store, getPolicy) ?? POLICY_WITHOUT_FILE;
  const tooMany =
    count > MAX_OPENED_TOGETHER
      ? text('worklist.actions.tooManyToOpen', { most: MAX_OPENED_TOGETHER })
      : null;
  const reasons: Readonly<Record<(typeof PDF_ACTIONS)[number], string | null>> = {
    pdfs: null,
    openPdfs: savePdfs && printPdfs ? tooMany : text('policy.noOpening'),
    savePdfs: savePdfs ? null : text('policy.noSaving'),
    printPdfs: printPdfs ? null : text('policy.noPrinting'),
  };
  const label = text('worklist.actions.pdfMenu');
  return (
    <MenuButton
      label={label}
      groups={[
        {
          label,
          choices: PDF_ACTIONS.map((id) => ({
            id,
            label: text(`worklist.actions.${id}`),
            reason: reasons[id],
          })),
        },
      ]}
      chosen={null}
      onChoose={(id) => {
        const action = PDF_ACTIONS.find((each) => each === id);
        if (action !== undefined) onRun(action);
      }}
    >
      {label}
    </MenuButton>
  );
}

/** Returns the first of the selected requisitions. Where too few of them are loaded, others are read by their ids. */
function useFirstSelectedRows(ids: ReadonlySet<string>) {
  const { list, readRows } = useStores().worklist;
  const rows = useStore(list.store, (state) => state.rows);
  const loaded = rows.filter(({ id }) => ids.has(id)).slice(0, MAX_NAMED);
  const isMissing = loaded.length < Math.min(MAX_NAMED, ids.size);
  const read = useMemo(
    () => (isMissing ? () => readRows([...ids].slice(0, MAX_NAMED)) : null),
    [isMissing, ids, readRows],
  );
  const query = useQueryResult(read, 0, 0);
  const more = (query.value ?? []).filter(({ id }) => !loaded.some((row) => row.id === id));
  return { query, shown: [...loaded, ...more].slice(0, MAX_NAMED) };
}

/** The first of the selected requisitions with their patients, and how many more. */
function SelectedRequisitionList({ ids }: { readonly ids: ReadonlySet<string> }) {
  const text = useText();
  const { query, shown } = useFirstSelectedRows(ids);
  if (shown.length === 0) return <QueryError query={query} sentence={text('list.failed')} />;
  return (
    <>
      <ul className={styles.confirmedRows}>
        {shown.map(({ id, name, patient }) => (
          <li key={id}>
            <TruncatedText text={name || text('requisition.unnamed')} rows={1} />
            <PatientLine patient={patient} />
          </li>
        ))}
      </ul>
      {ids.size > shown.length && <p>{text('worklist.result.more', { count: ids.size - shown.length })}</p>}
    </>
  );
}

/** The actions for the selected requisitions. */
export function SelectedRequisitionActions() {
  const text = useText();
  const { worklist } = useStores();
  const ids = useStore(worklist.selection.store, (state) => state.ids);
  const count = ids.size;

  function run(action: BulkAction): void {
    const rows = new Map(worklist.list.store.getState().rows.map((row) => [row.id, row]));
    void worklist.bulk.run(
      action,
      [...ids].map((id) => {
        const row = rows.get(id);
        return { id, name: row?.name ?? null, patient: row?.patient ?? '' };
      }),
    );
  }

  return (
    <SelectionBar selection={worklist.selection}>
      <Button
        size="small"
        icon={<Icon shape={Check} size={14} />}
        onPress={() => void worklist.reviewSheet.open([...ids])}
      >
        {text('worklist.actions.review')}
      </Button>
      <PdfMenu count={count} onRun={run} />
      {(['print', 'export'] as const).map((action) => (
        <Button
          key={action}
          size="small"
          icon={<Icon shape={ACTION_ICONS[action]} size={14} />}
          onPress={() => run(action)}
        >
          {text(`worklist.actions.${action}`)}
        </Button>
      ))}
      {(['share', 'unshare'] as const).map((action) => (
        <ButtonWithConfirmation
          key={action}
          size="small"
          icon={<Icon shape={CONFIRMED_ACTION_ICONS[action]} size={14} />}
          label={text(`worklist.actions.${action}`)}
          question={text(`worklist.actions.${action}Question`, { count })}
          yes={text(`worklist.actions.${action}Yes`, { count })}
          no={text('worklist.actions.goBack')}
          onConfirm={() => run(action)}
        >
          <SelectedRequisitionList ids={ids} />
          <p>{text(`worklist.actions.${action}What`)}</p>
        </ButtonWithConfirmation>
      ))}
    </SelectionBar>
  );
}
