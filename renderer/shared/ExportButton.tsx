import { Download } from 'lucide-react';
import type { AppError, Result } from '#contract/result.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import styles from './shared.module.css';
import { useActionRunner } from './use-action.ts';
import { Status } from '#renderer/ui/Status.tsx';

interface ExportButtonProps {
  readonly label: string;
  /** What the file holds and what it leaves out; read with the button. */
  readonly hint: string;
  /** Why there is nothing to save; null where there is. */
  readonly reason?: string | null;
  /** `icon`: the label is in the tooltip, for the tools of a list. */
  readonly look?: 'label' | 'icon';
  /** Writes the file; returns its path, or null where the user cancelled the dialog. */
  readonly save: () => Promise<Result<string | null>>;
}

/** A button that saves a file where the user chooses; a toast says where, the line beside it why not. */
export function ExportButton({ label, hint, reason = null, look = 'label', save }: ExportButtonProps) {
  const text = useText();
  const { toasts } = useStores();
  const { isBusy, outcome, act } = useActionRunner<AppError>();
  const run = () =>
    act(async () => {
      const saved = await save();
      if (!saved.ok) return saved.error;
      if (saved.value !== null) toasts.showSavedFile(saved.value);
      return null;
    });
  return (
    <>
      <ButtonWithDisabledReason
        icon={<Icon shape={Download} size={look === 'icon' ? 14 : 16} />}
        tone={look === 'icon' ? 'quiet' : 'plain'}
        size={look === 'icon' ? 'small' : 'regular'}
        hint={hint}
        reason={isBusy ? text('export.saving') : reason}
        onPress={run}
        {...(look === 'icon' ? { iconLabel: label } : { children: label })}
      />
      <Status as="div" className={styles.exportOutcome}>
        {outcome !== null && <p className="error-text">{getErrorSentence(outcome)}</p>}
      </Status>
    </>
  );
}
