import { useState, type FormEvent } from 'react';
import type { ExportResult } from '#contract/transfer.ts';
import { ok, type Result } from '#contract/result.ts';
import { MIN_PASSPHRASE_LENGTH, passphraseSchema } from '#contract/transfer.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { DialogActions } from '#renderer/ui/Overlay.tsx';
import { useAccountTransfer, type TransferFieldsProps } from './use-transfer.ts';
import type { SessionStore } from '#renderer/state/sync/session.ts';
import styles from './accounts.module.css';

interface ExportFieldsProps extends Omit<TransferFieldsProps, 'account'> {
  /** The account to export; null for all accounts. */
  readonly account: TransferFieldsProps['account'] | null;
}

type SavedFile = ExportResult & { readonly file: string };

/** Exports an account, or all. Returns the files; null where the user closed the system's dialog. */
async function exportFiles(
  session: SessionStore,
  account: ExportFieldsProps['account'],
  passphrase: string,
): Promise<Result<readonly SavedFile[] | null>> {
  if (account === null) {
    const all = await session.exportAllAccounts(passphrase);
    return all.ok ? ok(all.value.saved?.files ?? null) : all;
  }
  const done = await session.exportAccount(account.id, passphrase);
  if (!done.ok) return done;
  return ok(done.value.saved === null ? null : [done.value.saved]);
}

/** Asks for a new passphrase twice, then for the place, and exports an account, or all. */
export function ExportFields(props: ExportFieldsProps) {
  const { account, onClose } = props;
  const text = useText();
  const { session } = useStores();
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [isTried, setTried] = useState(false);
  const { error, isBusy, run } = useAccountTransfer(props, (files: readonly SavedFile[] | null) =>
    files === null ? null : <ExportedFilesList files={files} />,
  );
  const isStrong = passphraseSchema.safeParse(passphrase).success;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (isStrong && passphrase === again && !isBusy)
      void run(() => exportFiles(session, account, passphrase));
  }
  return (
    <form className={styles.transferForm} noValidate onSubmit={submit}>
      <p>{text('transfer.exportLead')}</p>
      {account === null && <p>{text('transfer.exportAllFiles')}</p>}
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
        <Button type="submit" tone="primary" isPending={isBusy}>
          {text(isBusy ? 'transfer.exporting' : 'transfer.choosePlace')}
        </Button>
        <Button isDisabled={isBusy} onPress={onClose}>
          {text('transfer.cancel')}
        </Button>
      </DialogActions>
    </form>
  );
}

function ExportedFilesList({ files }: { readonly files: readonly SavedFile[] }) {
  const text = useText();
  const changes = files.reduce((sum, each) => sum + each.changes, 0);
  if (files.length === 0) return <p>{text('transfer.exportedNoFile')}</p>;
  return (
    <>
      <p>
        <strong>{text('transfer.exportedTitle')}</strong>
      </p>
      {files.map(({ file }) => (
        <p key={file} className={styles.transferFile}>
          {text('transfer.exportedTo', { file })}
        </p>
      ))}
      <p>
        {changes === 0
          ? text('transfer.exportedNothing')
          : text('transfer.exportedChanges', { count: changes })}
      </p>
    </>
  );
}
