import { EditorScreenArea } from '#renderer/records/editing/EditorPlace.tsx';
import { useStores } from '#renderer/state/use-desk.ts';
import { EditorForm } from './EditorForm.tsx';
import './parts.css';

interface EditorScreenProps {
  /** Shows a record, once it was saved or found to be nearly the same. */
  readonly onOpenRecord: (id: string) => void;
}

/** The editor of requisitions, in the place of the list and the record. */
export function EditorScreen({ onOpenRecord }: EditorScreenProps) {
  const { editor } = useStores();
  return (
    <EditorScreenArea editor={editor}>
      {(open) => <EditorForm key={open.key} open={open} onOpenRecord={onOpenRecord} />}
    </EditorScreenArea>
  );
}
