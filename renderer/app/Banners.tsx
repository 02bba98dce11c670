import { Info, KeyRound, X } from 'lucide-react';
import { useStore } from 'zustand';
import { useDesk } from '#renderer/state/use-desk.ts';
import type { NoticeId } from '#renderer/state/view.ts';
import { useText } from '#renderer/text/text.ts';
import { Banner } from '#renderer/ui/Banner.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

/** What concerns the whole desk: a sign-in that ended, a cache that was set aside, secrets kept in memory. */
export function Banners() {
  const text = useText();
  const { session, health, view } = useDesk();
  const secrets = useStore(session.store, (state) => state.accounts.secrets);
  const known = useStore(health.store, (state) => state.health);
  const isRenewing = useStore(view.store, (state) => state.renewing);
  return (
    <>
      {known?.connection === 'signed-out' && !isRenewing && (
        <Banner tone="loud" icon={<Icon of={KeyRound} />} text={text('banner.signedOut')}>
          <Button tone="primary" onPress={() => view.renew(true)}>
            {text('banner.renew')}
          </Button>
        </Banner>
      )}
      {known?.cacheSetAside === true && (
        <CalmBanner notice="cache-set-aside" words={text('banner.cacheSetAside')} />
      )}
      {secrets === 'memory' && <CalmBanner notice="memory" words={text('banner.memory')} />}
    </>
  );
}

function CalmBanner({ notice, words }: { readonly notice: NoticeId; readonly words: string }) {
  const text = useText();
  const { view } = useDesk();
  const isAway = useStore(view.store, ({ dismissed }) => dismissed.includes(notice));
  if (isAway) return null;
  return (
    <Banner tone="calm" icon={<Icon of={Info} />} text={words}>
      <Button
        tone="quiet"
        size="small"
        icon={<Icon of={X} />}
        aria-label={text('banner.dismiss')}
        onPress={() => view.dismiss(notice)}
      />
    </Banner>
  );
}
