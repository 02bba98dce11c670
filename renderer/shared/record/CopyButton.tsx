import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import styles from './record.module.css';

interface CopyButtonProps {
  readonly label: string;
  readonly value: string;
}

const MESSAGE_MS = 2000;
const ICONS = { idle: Copy, copied: Check, failed: TriangleAlert };

/** Copies a text to the clipboard; the button confirms it. */
export function CopyButton({ label, value }: CopyButtonProps) {
  const text = useText();
  const [state, setState] = useState<keyof typeof ICONS>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const words = { idle: label, copied: text('record.copied'), failed: text('record.copyFailed') };

  function copy(): void {
    navigator.clipboard.writeText(value).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  }

  return (
    <Button size="small" icon={<Icon of={ICONS[state]} size={14} />} onPress={copy}>
      <span className={styles.copyWords} data-width={label} aria-live="polite">
        {words[state]}
      </span>
    </Button>
  );
}
