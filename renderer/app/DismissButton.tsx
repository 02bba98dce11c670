import { X } from 'lucide-react';
import { useFirstText } from '#renderer/text/first-text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

/** The button that removes a banner. */
export function DismissButton({ onPress }: { readonly onPress: () => void }) {
  const text = useFirstText();
  return (
    <Button
      tone="quiet"
      size="small"
      icon={<Icon shape={X} />}
      aria-label={text('banner.dismiss')}
      onPress={onPress}
    />
  );
}
