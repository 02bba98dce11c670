import { Check, Eye, EyeOff, FileDown, Printer } from 'lucide-react';
import { useStore } from 'zustand';
import { POLICY_WITHOUT_FILE } from '#contract/policy.ts';
import { shortenId } from '#renderer/shared/ids/id-labels.ts';
import { SelectionBar } from '#renderer/shared/query/SelectionBar.tsx';
import { getPolicy } from '#renderer/state/computer.ts';
import { MAX_OPENED_TOGETHER, type BulkAction } from '#renderer/state/requisitions/worklist-actions.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';

const CONFIRMED_ACTION_ICONS = { share: Eye, unshare: EyeOff } as const;
const ACTION_ICONS = { print: Printer, export: FileDown } as const;
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

/** The actions for the selected requisitions. */
export function SelectedRequisitionActions() {
  const text = useText();
  const { worklist } = useStores();
  const ids = useStore(worklist.selection.store, (state) => state.ids);
  const count = ids.size;

  function run(action: BulkAction): void {
    const names = new Map(worklist.list.store.getState().rows.map(({ id, name }) => [id, name]));
    void worklist.bulk.run(
      action,
      [...ids].map((id) => ({ id, name: names.get(id) ?? shortenId(id) })),
    );
  }

  return (
    <SelectionBar selection={worklist.selection}>
      <Button
        size="small"
        icon={<Icon of={Check} size={14} />}
        onPress={() => void worklist.reviewSheet.open([...ids])}
      >
        {text('worklist.actions.review')}
      </Button>
      <PdfMenu count={count} onRun={run} />
      {(['print', 'export'] as const).map((action) => (
        <Button
          key={action}
          size="small"
          icon={<Icon of={ACTION_ICONS[action]} size={14} />}
          onPress={() => run(action)}
        >
          {text(`worklist.actions.${action}`)}
        </Button>
      ))}
      {(['share', 'unshare'] as const).map((action) => (
        <ButtonWithConfirmation
          key={action}
          size="small"
          icon={<Icon of={CONFIRMED_ACTION_ICONS[action]} size={14} />}
          label={text(`worklist.actions.${action}`)}
          question={text(`worklist.actions.${action}Question`, { count })}
          yes={text(`worklist.actions.${action}Yes`, { count })}
          no={text('worklist.actions.goBack')}
          onConfirm={() => run(action)}
        >
          <p>{text(`worklist.actions.${action}What`)}</p>
        </ButtonWithConfirmation>
      ))}
    </SelectionBar>
  );
}
