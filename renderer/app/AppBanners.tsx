import { Info, KeyRound, LockKeyhole, TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { ShowLazy } from '#renderer/shared/lazy.tsx';
import type { Account } from '#contract/accounts.ts';
import type { AppError } from '#contract/result.ts';
import type { Health } from '#contract/sync-health.ts';
import { getAccountLabel } from '#renderer/shared/account-label.ts';
import { formatWait, useCountdown } from '#renderer/shared/lock/use-countdown.ts';
import { useFirstStores, useStores, useStoresIfRead } from '#renderer/state/use-stores.ts';
import { getLastRefusal, type Refusal, type UnsavedRecord } from '#renderer/state/sync/outbox.ts';
import type { SessionStore } from '#renderer/state/sync/session.ts';
import type { DismissibleBannerId } from '#renderer/state/navigation/view.ts';
import { type FirstTextFunction, getErrorSentence, useFirstText } from '#renderer/text/first-text.ts';
import { Banner } from '#renderer/ui/Banner.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { DismissButton } from './DismissButton.tsx';
import { PolicyProblemBanner } from './PolicyProblemBanner.tsx';
import { LAZY_LOCAL_FILE_BANNER, LAZY_UNSAVED_INPUT_BANNERS } from './lazy-parts.ts';

/** Banners for the whole app: an ended sign-in, a damaged cache, secrets kept in memory. */
export function AppBanners() {
  const text = useFirstText();
  const { session, health, preferences } = useFirstStores();
  const areAllRead = useStoresIfRead() !== null;
  const unread = useStore(preferences.store, (state) => state.readError);
  const secrets = useStore(session.store, (state) => state.accounts.secrets);
  const known = useStore(health.store, (state) => state.health);
  return (
    <>
      <LockWarning />
      <LockFailure />
      <RecoveryCodeReminder />
      <KeychainPromptBanner session={session} />
      <PolicyProblemBanner />
      <SignedOutBanner />
      <RefusalBanner />
      <FailedActionBanner />
      {unread !== null && (
        <Banner
          tone="loud"
          icon={<Icon shape={TriangleAlert} />}
          text={`${text('banner.settingsUnread')} ${getErrorSentence(unread)}`}
        >
          <Button onPress={() => void preferences.load()}>{text('list.tryAgain')}</Button>
        </Banner>
      )}
      {known !== null && known.localStore.state !== 'fine' && (
        <ShowLazy component={LAZY_LOCAL_FILE_BANNER} props={{ local: known.localStore }} />
      )}
      {known !== null && <CacheBanner health={known} />}
      {areAllRead && <UnsavedInput />}
      {secrets === 'memory' && <CalmBanner notice="memory" words={text('banner.memory')} />}
    </>
  );
}

/** The banners of a window that shows one record: those about what is done or typed in it. */
export function RecordWindowBanners() {
  return (
    <>
      <LockWarning />
      <LockFailure />
      <SignedOutBanner />
      <RefusalBanner />
      <FailedActionBanner />
    </>
  );
}

/** Names what an earlier page has left unsaved, where there is something. */
function UnsavedInput() {
  const hasFound = useStore(useStores().unsavedInput.found, (found) => found.length > 0);
  return <ShowLazy component={LAZY_UNSAVED_INPUT_BANNERS} isNeeded={hasFound} props={{}} />;
}

/** Says that the service refuses the sign-in, unless new tokens are being entered. */
function SignedOutBanner() {
  const text = useFirstText();
  const { health, view } = useFirstStores();
  const isSignedOut = useStore(health.store, (state) => state.health?.connection === 'signed-out');
  const isRenewing = useStore(view.store, (state) => state.isTokenEditorOpen);
  if (!isSignedOut || isRenewing) return null;
  return (
    <Banner tone="loud" icon={<Icon shape={KeyRound} />} text={text('banner.signedOut')}>
      <Button tone="primary" onPress={() => view.showTokenEditor(true)}>
        {text('banner.renew')}
      </Button>
    </Banner>
  );
}

/** The errors of what is no save: a late decision or undo, whose sentence says that nothing was done. */
const IS_NO_SAVE: ReadonlySet<AppError['code']> = new Set(['changed-since']);

/** Returns what was not saved, as a sentence; null where it is of an account that is no longer on this computer. */
function formatUnsaved(
  text: FirstTextFunction,
  record: UnsavedRecord | undefined,
  accounts: readonly Account[],
): string | null {
  if (record === undefined) return text('pending.refused');
  if ('name' in record)
    return record.name === ''
      ? text(`banner.unnamedNotSaved.${record.kind}`)
      : text(`banner.notSaved.${record.kind}`, { name: record.name });
  const account = accounts.find(({ id }) => id === record.account);
  if (account === undefined) return null;
  return text(`banner.notSavedInAccount.${record.kind}`, {
    account: getAccountLabel(text, account, accounts),
  });
}

/** Says why a change could not be saved on this computer. */
function RefusalBanner() {
  const text = useFirstText();
  const { outbox, session } = useFirstStores();
  const accounts = useStore(session.store, (state) => state.accounts.accounts);
  const format = ({ record }: Refusal) => formatUnsaved(text, record, accounts);
  const refusal = useStore(outbox.store, (state) => getLastRefusal(state, (each) => format(each) !== null));
  if (refusal === null) return null;
  const { error } = refusal;
  const sentence = getErrorSentence(error);
  return (
    <Banner
      tone="loud"
      icon={<Icon shape={TriangleAlert} />}
      text={IS_NO_SAVE.has(error.code) ? sentence : `${format(refusal) ?? ''} ${sentence}`}
    >
      <DismissButton onPress={() => outbox.dismissRefusal(refusal)} />
    </Banner>
  );
}

/** Actions whose error alone would not say what was not done. */
const NAMED_ACTIONS = ['openEditor', 'discardDraft', 'selectAll'] as const;

/** Says why an action that saves no change has failed, and which one where the error does not show it. */
function FailedActionBanner() {
  const text = useFirstText();
  const { failedAction } = useFirstStores();
  const failed = useStore(failedAction.store, (state) => state.failed);
  if (failed === null) return null;
  const { action, error } = failed;
  const named = NAMED_ACTIONS.find((each) => each === action);
  const sentence = getErrorSentence(error);
  return (
    <Banner
      tone="loud"
      icon={<Icon shape={TriangleAlert} />}
      text={named === undefined ? sentence : `${text(`banner.failed.${named}`)} ${sentence}`}
    >
      <DismissButton onPress={failedAction.dismiss} />
    </Banner>
  );
}

/** Says why the records are downloaded again, where the cache is a new one. */
function CacheBanner({ health }: { readonly health: Pick<Health, 'cacheSetAside' | 'cacheExpired'> }) {
  const text = useFirstText();
  if (health.cacheSetAside)
    return <CalmBanner notice="cache-replaced" words={text('banner.cacheReplaced')} />;
  if (!health.cacheExpired) return null;
  return <CalmBanner notice="cache-expired" words={text('banner.cacheExpired')} />;
}

/** Says that the system asks for the keychain's password: its own window may be hidden. */
export function KeychainPromptBanner({ session }: { readonly session: SessionStore }) {
  const text = useFirstText();
  const isAsking = useStore(session.store, (state) => state.accounts.isKeychainAsking);
  if (!isAsking) return null;
  return (
    <Banner tone="loud" icon={<Icon shape={KeyRound} />} text={text('banner.keychain')}>
      <Button onPress={() => void session.cancelKeychain()}>{text('banner.cancelKeychain')}</Button>
    </Banner>
  );
}

/** Says that the window locks soon, because it is not used, and offers to stay. */
function LockWarning() {
  const text = useFirstText();
  const { lock } = useFirstStores();
  const { locksAt, stayError } = useStore(lock.store);
  const seconds = useCountdown(locksAt);
  if (locksAt === null) return null;
  return (
    <Banner
      tone="loud"
      icon={<Icon shape={LockKeyhole} />}
      text={stayError === null ? text('lock.soon') : `${text('lock.soon')} ${getErrorSentence(stayError)}`}
    >
      <span aria-hidden="true">{formatWait(seconds)}</span>
      <Button tone="primary" onPress={() => void lock.stay()}>
        {text('lock.stay')}
      </Button>
    </Banner>
  );
}

/** Says why the window was not locked when the user wanted it: the user may leave it unattended. */
function LockFailure() {
  const text = useFirstText();
  const { lock } = useFirstStores();
  const error = useStore(lock.store, (state) => state.lockError);
  if (error === null) return null;
  return (
    <Banner
      tone="loud"
      icon={<Icon shape={TriangleAlert} />}
      text={`${text('lock.failed')} ${getErrorSentence(error)}`}
    >
      <Button onPress={() => void lock.lockNow()}>{text('list.tryAgain')}</Button>
      <DismissButton onPress={lock.dismissLockError} />
    </Banner>
  );
}

/** Leads back to a recovery code that the user has left without having written it down. */
function RecoveryCodeReminder() {
  const text = useFirstText();
  const { lock, view } = useFirstStores();
  const hasCode = useStore(lock.store, (state) => state.recoveryCode !== null);
  const isShown = useStore(
    view.store,
    ({ screen, relatedRecords }) => screen === 'settings' && relatedRecords === null,
  );
  if (!hasCode || isShown) return null;
  return (
    <Banner tone="loud" icon={<Icon shape={LockKeyhole} />} text={text('lock.code.unwritten')}>
      <Button onPress={() => view.go('settings')}>{text('lock.code.show')}</Button>
    </Banner>
  );
}

function CalmBanner({ notice, words }: { readonly notice: DismissibleBannerId; readonly words: string }) {
  const { view } = useFirstStores();
  const isDismissed = useStore(view.store, ({ dismissed }) => dismissed.includes(notice));
  if (isDismissed) return null;
  return (
    <Banner tone="calm" icon={<Icon shape={Info} />} text={words}>
      <DismissButton onPress={() => view.dismiss(notice)} />
    </Banner>
  );
}
