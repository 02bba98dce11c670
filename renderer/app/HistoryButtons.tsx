import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { useStoresIfRead } from '#renderer/state/use-stores.ts';
import type { HistoryStore } from '#renderer/state/navigation/history.ts';
import { useFirstText } from '#renderer/text/first-text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { getTooltipAttributes } from '#renderer/ui/Tooltip.tsx';
import { useRunCommand } from './command-runner.ts';
import styles from './frame.module.css';

const ICONS = { back: ArrowLeft, forward: ArrowRight } as const;
const DIRECTIONS = ['back', 'forward'] as const;
/** Stands for the history until it exists. */
const NO_HISTORY: HistoryStore['store'] = createStore(() => ({ back: 'nothing', forward: 'nothing' }));

/** Two buttons that lead to what was shown before, and forth again. */
export function HistoryButtons() {
  const text = useFirstText();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for the fields of a `<form>` element
    <div className={styles.railHistory} role="group" aria-label={text('history.label')}>
      {DIRECTIONS.map((direction) => (
        <HistoryButton key={direction} direction={direction} />
      ))}
    </div>
  );
}

function HistoryButton({ direction }: { readonly direction: (typeof DIRECTIONS)[number] }) {
  const text = useFirstText();
  const runCommand = useRunCommand();
  const step = useStore(useStoresIfRead()?.history.store ?? NO_HISTORY, (state) => state[direction]);
  const key = useGetCommandKeyLabel()(`history.${direction}`);
  const label = text(`command.history.${direction}`);
  const reason = step === 'possible' ? undefined : text(`history.${direction}.${step}`);
  return (
    <Button
      size="small"
      tone="quiet"
      icon={<Icon shape={ICONS[direction]} />}
      aria-label={label}
      screenReaderDescription={reason}
      {...getTooltipAttributes({
        words: reason ?? label,
        shortcut: reason === undefined ? key : undefined,
        side: 'bottom',
      })}
      // Not `disabled`: the button keeps the focus, and its tooltip can say why it cannot act.
      {...(reason === undefined ? {} : { 'aria-disabled': true })}
      onPress={() => runCommand(`history.${direction}`)}
    />
  );
}
