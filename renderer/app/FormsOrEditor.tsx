import { useStore } from 'zustand';
import { FormsScreen } from '#renderer/features/forms/FormsScreen.tsx';
import { LazyReplacement } from '#renderer/shared/lazy.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { LAZY_FORM_EDITOR } from './lazy-parts.ts';

/** The list of forms, or the editor while it is open. */
export function FormsOrEditor() {
  const { formEditor, browsers } = useStores();
  const isEditing = useStore(formEditor.store, ({ phase }) => phase !== 'closed');
  return (
    <LazyReplacement
      component={LAZY_FORM_EDITOR}
      isShown={isEditing}
      props={{ onOpenRecord: browsers.form.open }}
    >
      <FormsScreen />
    </LazyReplacement>
  );
}
