import { useState, type FormEvent } from 'react';
import type { CallOutput } from '#contract/api.ts';
import { MIN_PASSPHRASE_LENGTH, passphraseSchema, type ImportResult } from '#contract/transfer.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { DialogActions } from '#renderer/ui/Overlay.tsx';
import { useAccountTransfer, type TransferFieldsProps } from './use-transfer.ts';
import styles from './accounts.module.css';

/** Asks for the passphrase of an export file, then for the file, and imports it. */
export function ImportFields(props: TransferFieldsProps) {
  const { account, onClose } = props;
  const text = useText();
  const { session } = useStores();
  const [passphrase, setPassphrase] = useState('');
  const [isSameUser, setSameUser] = useState(false);
  const [isTried, setTried] = useState(false);
  const { error, isBusy, run } = useAccountTransfer(props, ({ imported }: CallOutput<'accounts.import'>) =>
    imported === null ? null : <ImportResultSummary result={imported} />,
  );
  const isUserAsked = account.userId === null || error?.code === 'user-unconfirmed' || isSameUser;
  const isComplete = passphraseSchema.safeParse(passphrase).success;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (isComplete && !isBusy) void run(() => session.importAccount(account.id, passphrase, isSameUser));
  }
  return (
    <form className={styles.transferForm} noValidate onSubmit={submit}>
      <p>{text('transfer.importLead')}</p>
      <Field
        label={text('transfer.passphrase')}
        type="password"
        error={
          isTried && !isComplete ? text('transfer.tooShort', { least: MIN_PASSPHRASE_LENGTH }) : undefined
        }
        value={passphrase}
        onChange={setPassphrase}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
        autoFocus
      />
      {isUserAsked && (
        <label className={styles.removalTick}>
          <input
            type="checkbox"
            checked={isSameUser}
            onChange={({ target }) => setSameUser(target.checked)}
          />
          {text('transfer.sameUser')}
        </label>
      )}
      {error !== null && (
        <p className="error-text" role="alert">
          {error.code === 'user-unconfirmed' ? text('transfer.confirmUser') : getErrorSentence(error)}
        </p>
      )}
      <DialogActions>
        <Button type="submit" tone="primary" isPending={isBusy}>
          {text(isBusy ? 'transfer.importing' : 'transfer.chooseFile')}
        </Button>
        <Button isDisabled={isBusy} onPress={onClose}>
          {text('transfer.cancel')}
        </Button>
      </DialogActions>
    </form>
  );
}

function ImportResultSummary({ result }: { readonly result: ImportResult }) {
  const text = useText();
  const { changes, uncertain, known, differing, others } = result;
  return (
    <>
      <p>
        <strong>{text('transfer.importedTitle')}</strong>
      </p>
      <p>
        {text('transfer.importedChanges', { count: changes })}{' '}
        {uncertain > 0 && text('transfer.importedUncertain', { count: uncertain })}
      </p>
      {known > 0 && (
        <p>
          {text('transfer.importedKnown', { count: known })}{' '}
          {differing > 0 && text('transfer.importedDiffering', { count: differing })}
        </p>
      )}
      {others > 0 && <p>{text('transfer.importedOthers', { count: others })}</p>}
    </>
  );
}
