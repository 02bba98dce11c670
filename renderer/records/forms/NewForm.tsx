import { Plus } from 'lucide-react';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

/** Begins a new form. */
export function NewForm() {
  const text = useText();
  const { formEditor } = useStores();
  return (
    <Button icon={<Icon of={Plus} />} onPress={() => void formEditor.create()}>
      <span className="new-label">{text('formEditor.new')}</span>
    </Button>
  );
}
