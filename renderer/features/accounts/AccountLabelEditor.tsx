import { useState, type FormEvent } from 'react';
import { accountLabelSchema, MAX_ACCOUNT_LABEL_LENGTH, type Account } from '#contract/accounts.ts';
import type { AppError } from '#contract/result.ts';
import { useUnsavedInput } from '#renderer/shared/use-unsaved-input.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './accounts.module.css';

interface AccountLabelEditorProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Editor of the name that the user gives to an account; an empty one removes it. */
export function AccountLabelEditor({ account, onClose }: AccountLabelEditorProps) {
  const text = useText();
  const { session } = useStores();
  const saved = { typed: account.label ?? '' };
  const [{ typed }, change] = useUnsavedInput({ editor: 'account-label', subjectId: account.id }, saved);
  const [error, setError] = useState<AppError | null>(null);
  const isValid = typed.trim() === '' || accountLabelSchema.safeParse(typed).success;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isValid) return;
    const failed = await session.setLabel(account.id, typed.trim() || null);
    setError(failed);
    if (failed === null) onClose();
  }

  return (
    <form className={styles.labelForm} onSubmit={(event) => void save(event)} noValidate>
      <Field
        label={text('accountLabel.field')}
        help={text('accountLabel.help')}
        value={typed}
        error={isValid ? undefined : text('accountLabel.tooLong', { most: MAX_ACCOUNT_LABEL_LENGTH })}
        onChange={(value) => {
          change({ typed: value });
          setError(null);
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this editor
        autoFocus
      />
      {error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
      <div className={fieldStyles.formActions}>
        <Button tone="primary" type="submit">
          {text('accountLabel.save')}
        </Button>
        <Button tone="quiet" onPress={onClose}>
          {text('account.cancel')}
        </Button>
      </div>
    </form>
  );
}
