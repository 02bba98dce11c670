import { TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import type { LocalStoreHealth } from '#contract/outbox.ts';
import { formatLocalStoreDamage } from '#renderer/shared/labels.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Banner } from '#renderer/ui/Banner.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { DismissButton } from './DismissButton.tsx';

/** Says what happened to the file with what exists on this computer only. */
export function LocalFileBanner({ local }: { readonly local: LocalStoreHealth }) {
  const text = useText();
  const { view } = useStores();
  // Hidden on the outbox screen too, which shows the damage in detail.
  const isDismissed = useStore(
    view.store,
    ({ dismissed, screen }) => dismissed.includes('local-file') || screen === 'outbox',
  );
  if (isDismissed) return null;
  return (
    <Banner tone="loud" icon={<Icon shape={TriangleAlert} />} text={formatLocalStoreDamage(text, local)}>
      <Button onPress={() => view.go('outbox')}>{text('activity.localStore.open')}</Button>
      <DismissButton onPress={() => view.dismiss('local-file')} />
    </Banner>
  );
}
