import { Mail, MailOpen } from 'lucide-react';
import { PickBar } from '#renderer/records/PickBar.tsx';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

/** What can be done with the alerts that are picked. */
export function InboxPicks() {
  const text = useText();
  const { inbox } = useDesk();
  return (
    <PickBar marks={inbox.marks}>
      <Button size="small" icon={<Icon of={MailOpen} size={14} />} onPress={() => inbox.markPicked(true)}>
        {text('notification.markRead')}
      </Button>
      <Button size="small" icon={<Icon of={Mail} size={14} />} onPress={() => inbox.markPicked(false)}>
        {text('notification.markUnread')}
      </Button>
    </PickBar>
  );
}
