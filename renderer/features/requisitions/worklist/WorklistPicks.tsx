import { Download, Eye, EyeOff, FileDown, Printer } from 'lucide-react';
import { useStore } from 'zustand';
import { SelectionBar } from '#renderer/records/PickBar.tsx';
import { useStores } from '#renderer/state/use-desk.ts';
import type { BulkAction } from '#renderer/state/worklist-deeds.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ConfirmButton } from '#renderer/ui/ConfirmButton.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { idTail } from '#renderer/records/query/id-words.ts';

const ASK = { share: Eye, unshare: EyeOff } as const;
const DO = { pdfs: Download, print: Printer, export: FileDown } as const;

/** What can be done with the requisitions that are picked. */
export function WorklistPicks() {
  const text = useText();
  const { worklist, browsers } = useStores();
  const ids = useStore(worklist.selection.store, (state) => state.ids);
  const count = ids.size;

  function run(action: BulkAction): void {
    const names = new Map(browsers.requisition.list.store.getState().rows.map(({ id, name }) => [id, name]));
    void worklist.bulk.run(
      action,
      [...ids].map((id) => ({ id, name: names.get(id) ?? idTail(id) })),
    );
  }

  return (
    <SelectionBar marks={worklist.selection}>
      {(['pdfs', 'print', 'export'] as const).map((action) => (
        <Button
          key={action}
          size="small"
          icon={<Icon of={DO[action]} size={14} />}
          onPress={() => run(action)}
        >
          {text(`worklist.marks.${action}`)}
        </Button>
      ))}
      {(['share', 'unshare'] as const).map((action) => (
        <ConfirmButton
          key={action}
          size="small"
          icon={<Icon of={ASK[action]} size={14} />}
          label={text(`worklist.marks.${action}`)}
          question={text(`worklist.marks.${action}Question`, { count })}
          yes={text(`worklist.marks.${action}Yes`, { count })}
          no={text('worklist.marks.goBack')}
          onConfirm={() => run(action)}
        >
          <p>{text(`worklist.marks.${action}What`)}</p>
        </ConfirmButton>
      ))}
    </SelectionBar>
  );
}
