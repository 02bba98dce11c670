import { Plus } from 'lucide-react';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

/** Begins a new requisition. */
export function NewRequisition() {
  const text = useText();
  const { editor } = useStores();
  return (
    <Button icon={<Icon of={Plus} />} onPress={() => void editor.create()}>
      <span className="new-label">{text('editor.new')}</span>
    </Button>
  );
}
