import type { Account } from '#contract/accounts.ts';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { getAccountHost } from '#renderer/shared/account-label.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './accounts.module.css';

/** How a dialog names an account's user: the user id, else the time when the account was added. */
export function useAccountUserLabel(account: Account): string {
  const text = useText();
  const { date } = useDateFormat();
  if (account.userId !== null) return account.userId;
  const when = account.addedAt === null ? '' : date(account.addedAt);
  return text('account.ownerUnknown', { when });
}

interface TokenOwnerQuestionProps {
  readonly account: Account;
  readonly isBusy: boolean;
  readonly onSame: () => void;
  readonly onOther: () => void;
}

/** Asks whose tokens these are if they do not contain a user id. */
export function TokenOwnerQuestion({ account, isBusy, onSame, onOther }: TokenOwnerQuestionProps) {
  const text = useText();
  const owner = useAccountUserLabel(account);
  return (
    <div className={styles.ownerQuestion} role="alert">
      <p className={styles.ownerQuestionTitle}>{text('account.ownerTitle', { owner })}</p>
      <p className={styles.ownerQuestionLead}>
        {text('account.ownerHint', { owner, host: getAccountHost(account) })}
      </p>
      <div className={fieldStyles.formActions}>
        <Button onPress={onSame} isPending={isBusy}>
          {text('account.ownerSame', { owner })}
        </Button>
        <Button onPress={onOther} isDisabled={isBusy}>
          {text('account.ownerOther')}
        </Button>
      </div>
    </div>
  );
}
