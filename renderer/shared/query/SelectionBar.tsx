import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { useStore } from 'zustand';
import type { RowSelectionStore } from '#renderer/state/list/selection.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getKindOfScreen } from '#renderer/state/navigation/view.ts';
import { useText } from '#renderer/text/text.ts';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { useGetCommandKeyLabel } from '../use-key-label.ts';
import styles from './query.module.css';
import { Status } from '#renderer/ui/Status.tsx';

interface SelectionBarProps {
  readonly selection: RowSelectionStore;
  /** The actions for the selected rows. */
  readonly children: ReactNode;
}

/** Returns whether a record is open beside the list: the key then closes that first. */
function useIsRecordOpen(): boolean {
  const { browsers, view } = useStores();
  const kind = useStore(view.store, ({ screen }) => getKindOfScreen(screen));
  const isOpen = useStore(browsers[kind ?? 'requisition'].currentRow, ({ opened }) => opened);
  return kind !== null && isOpen;
}

/** The number of selected rows and the actions for them. Renders nothing without a selection. */
export function SelectionBar({ selection, children }: SelectionBarProps) {
  const text = useText();
  const keyLabel = useGetCommandKeyLabel();
  const isRecordOpen = useIsRecordOpen();
  const { ids, isCut } = useStore(selection.store);
  const count = ids.size;
  if (count === 0) return null;
  return (
    <Toolbar
      className={joinClasses(styles.pickBar)}
      aria-label={text('selection.actions')}
      data-acts-on-many=""
    >
      <Status className={styles.pickCount}>{text('selection.count', { count })}</Status>
      {children}
      <ButtonWithHint
        size="small"
        tone="quiet"
        icon={<Icon shape={X} size={14} />}
        aria-label={text('selection.clear')}
        shortcut={isRecordOpen ? undefined : keyLabel('record.back')}
        onPress={selection.clear}
      />
      {isCut && <p className={styles.pickCut}>{text('selection.cut', { count })}</p>}
    </Toolbar>
  );
}
