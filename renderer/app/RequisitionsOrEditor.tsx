import { useStore } from 'zustand';
import { RequisitionsScreen } from '#renderer/features/requisitions/RequisitionsScreen.tsx';
import { LazyReplacement } from '#renderer/shared/lazy.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { LAZY_REQUISITION_EDITOR } from './lazy-parts.ts';

/** The list of requisitions, or the editor while it is open. */
export function RequisitionsOrEditor() {
  const { editor, browsers } = useStores();
  const isEditing = useStore(editor.store, ({ phase }) => phase !== 'closed');
  return (
    <LazyReplacement
      component={LAZY_REQUISITION_EDITOR}
      isShown={isEditing}
      props={{ onOpenRecord: browsers.requisition.open }}
    >
      <RequisitionsScreen />
    </LazyReplacement>
  );
}
