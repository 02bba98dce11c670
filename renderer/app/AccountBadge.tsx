import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';

/** Whose records these are, and where the tokens live where that is not the keychain. */
export function AccountBadge() {
  const text = useText();
  const { session, view } = useStores();
  const { accounts, current, secrets } = useStore(session.store, (state) => state.accounts);
  const account = accounts.find(({ id }) => id === current);
  if (account === undefined) return null;
  const host = account.kind === 'demo' ? text('account.demoName') : (URL.parse(account.baseUrl)?.host ?? '');
  return (
    <span className="status-account">
      {(secrets === 'memory' || secrets === 'variables') && (
        <span className="status-secrets">{text(`secrets.${secrets}`)}</span>
      )}
      <Button tone="quiet" size="small" onPress={() => view.go('account')}>
        <span dir="auto">{host}</span>
        {account.userId !== null && <IdText id={account.userId} show="end" />}
      </Button>
    </span>
  );
}
