import { useState, type FormEvent } from 'react';
import type { CallOutput } from '#contract/api.ts';
import { getErrorSentence } from '#contract/result.ts';
import { MIN_PASSPHRASE_LENGTH, passphraseSchema } from '#contract/transfer.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { DialogActions } from '#renderer/ui/Overlay.tsx';
import { useTransfer, type TransferFormProps } from './use-transfer.ts';
import styles from './accounts.module.css';

/** Asks for a new passphrase twice, then for the place, and exports. */
export function ExportForm(props: TransferFormProps) {
  const { account, onClose } = props;
  const text = useText();
  const { session } = useStores();
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [isTried, setTried] = useState(false);
  const { error, isBusy, run } = useTransfer(props, ({ saved }: CallOutput<'accounts.export'>) =>
    saved === null ? null : <Exported saved={saved} />,
  );
  const isStrong = passphraseSchema.safeParse(passphrase).success;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (isStrong && passphrase === again && !isBusy)
      void run(() => session.exportAccount(account.id, passphrase));
  }
  return (
    <form className={styles.transferForm} noValidate onSubmit={submit}>
      <p>{text('transfer.exportLead')}</p>
      <p>{text('transfer.exportWarning')}</p>
      <Field
        label={text('transfer.passphrase')}
        type="password"
        autoComplete="new-password"
        error={isTried && !isStrong ? text('transfer.tooShort', { least: MIN_PASSPHRASE_LENGTH }) : undefined}
        value={passphrase}
        onChange={setPassphrase}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
        autoFocus
      />
      <Field
        label={text('transfer.again')}
        type="password"
        autoComplete="new-password"
        error={isTried && passphrase !== again ? text('transfer.differs') : undefined}
        value={again}
        onChange={setAgain}
      />
      {error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
      <DialogActions>
        <Button type="submit" tone="primary" isDisabled={isBusy}>
          {text(isBusy ? 'transfer.exporting' : 'transfer.choosePlace')}
        </Button>
        <Button isDisabled={isBusy} onPress={onClose}>
          {text('transfer.cancel')}
        </Button>
      </DialogActions>
    </form>
  );
}

function Exported({ saved }: { readonly saved: NonNullable<CallOutput<'accounts.export'>['saved']> }) {
  const text = useText();
  return (
    <>
      <p>
        <strong>{text('transfer.exportedTitle')}</strong>
      </p>
      <p className={styles.transferFile}>{text('transfer.exportedTo', { file: saved.file })}</p>
      <p>
        {saved.changes === 0
          ? text('transfer.exportedNothing')
          : text('transfer.exportedChanges', { count: saved.changes })}
      </p>
    </>
  );
}
