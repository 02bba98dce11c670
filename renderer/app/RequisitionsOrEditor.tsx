import { useStore } from 'zustand';
import { RequisitionsScreen } from '#renderer/features/requisitions/RequisitionsScreen.tsx';
import { DeferredReplacement } from '#renderer/shared/deferred.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { DEFERRED_REQUISITION_EDITOR } from './deferred-parts.ts';

/** The list of requisitions, or the editor while it is open. */
export function RequisitionsOrEditor() {
  const { editor, browsers } = useStores();
  const isEditing = useStore(editor.store, ({ phase }) => phase !== 'closed');
  return (
    <DeferredReplacement
      component={DEFERRED_REQUISITION_EDITOR}
      isShown={isEditing}
      props={{ onOpenRecord: browsers.requisition.open }}
    >
      <RequisitionsScreen />
    </DeferredReplacement>
  );
}
