import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import styles from './record.module.css';
import { useAnnouncement } from '#renderer/ui/Status.tsx';

interface CopyButtonProps {
  readonly label: string;
  readonly value: string;
  /** Whether the text says nothing of a patient and stays in the clipboard; others are removed after a minute. */
  readonly isPublic?: boolean;
}

const MESSAGE_MS = 2000;
const ICONS = { idle: Copy, copied: Check, failed: TriangleAlert };

/** Copies a text to the clipboard; the button confirms it. */
export function CopyButton({ label, value, isPublic = false }: CopyButtonProps) {
  const text = useText();
  const { calls } = useStores();
  const [state, setState] = useState<keyof typeof ICONS>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const words = { idle: label, copied: text('record.copied'), failed: text('record.copyFailed') };
  useAnnouncement(state === 'idle' ? null : words[state]);

  function copy(): void {
    void calls['app.copyText']({ text: value, isPrivate: !isPublic }).then(({ ok }) =>
      setState(ok ? 'copied' : 'failed'),
    );
  }

  return (
    <Button size="small" icon={<Icon shape={ICONS[state]} size={14} />} onPress={copy}>
      <span className={styles.copyWords} data-width={label}>
        {words[state]}
      </span>
    </Button>
  );
}
