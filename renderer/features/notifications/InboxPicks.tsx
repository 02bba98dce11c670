import { Mail, MailOpen } from 'lucide-react';
import { SelectionBar } from '#renderer/records/PickBar.tsx';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

/** What can be done with the alerts that are picked. */
export function InboxPicks() {
  const text = useText();
  const { inbox } = useStores();
  return (
    <SelectionBar marks={inbox.selection}>
      <Button size="small" icon={<Icon of={MailOpen} size={14} />} onPress={() => inbox.markPickedRead(true)}>
        {text('notification.markRead')}
      </Button>
      <Button size="small" icon={<Icon of={Mail} size={14} />} onPress={() => inbox.markPickedRead(false)}>
        {text('notification.markUnread')}
      </Button>
    </SelectionBar>
  );
}
