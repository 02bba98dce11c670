import { EditorScreenArea } from '#renderer/records/editing/EditorPlace.tsx';
import { useStores } from '#renderer/state/use-desk.ts';
import { FormEditorForm } from './FormEditorForm.tsx';
import './form-editor.css';

interface FormEditorScreenProps {
  /** Shows a form, once it was saved. */
  readonly onOpenRecord: (id: string) => void;
}

/** The editor of forms, in the place of the list and the record. */
export function FormEditorScreen({ onOpenRecord }: FormEditorScreenProps) {
  const { formEditor } = useStores();
  return (
    <EditorScreenArea editor={formEditor}>
      {(open) => <FormEditorForm key={open.key} open={open} onOpenRecord={onOpenRecord} />}
    </EditorScreenArea>
  );
}
