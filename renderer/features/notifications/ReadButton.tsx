import { Mail, MailOpen } from 'lucide-react';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

interface ReadButtonProps {
  readonly id: string;
  readonly read: boolean;
}

/** Marks one alert as read, or as unread. */
export function ReadButton({ id, read }: ReadButtonProps) {
  const text = useText();
  const { bulk } = useStores().inbox;
  return (
    <Button
      size="small"
      icon={<Icon of={read ? Mail : MailOpen} size={14} />}
      onPress={() => void bulk.markOneRead(id, !read)}
    >
      {text(read ? 'notification.markUnread' : 'notification.markRead')}
    </Button>
  );
}
