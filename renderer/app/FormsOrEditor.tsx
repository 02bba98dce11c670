import { useStore } from 'zustand';
import { FormsScreen } from '#renderer/features/forms/FormsScreen.tsx';
import { DeferredReplacement } from '#renderer/shared/deferred.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { DEFERRED_FORM_EDITOR } from './deferred-parts.ts';

/** The list of forms, or the editor while it is open. */
export function FormsOrEditor() {
  const { formEditor, browsers } = useStores();
  const isEditing = useStore(formEditor.store, ({ phase }) => phase !== 'closed');
  return (
    <DeferredReplacement
      component={DEFERRED_FORM_EDITOR}
      isShown={isEditing}
      props={{ onOpenRecord: browsers.form.open }}
    >
      <FormsScreen />
    </DeferredReplacement>
  );
}
