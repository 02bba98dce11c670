import { useState } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import type { AppError } from '#contract/result.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Section } from '#renderer/ui/Section.tsx';

/** The demo clinic in one press. Once it is among the accounts it is opened from there. */
export function DemoOffer() {
  const text = useText();
  const { session } = useStores();
  const [error, setError] = useState<AppError | null>(null);
  const [isOpening, setOpening] = useState(false);
  const isListed = useStore(session.store, ({ accounts }) =>
    accounts.accounts.some(({ kind }) => kind === 'demo'),
  );
  if (isListed) return null;

  async function open(): Promise<void> {
    setOpening(true);
    setError(await session.openDemo());
    setOpening(false);
  }

  return (
    <Section level={2} title={text('account.demoTitle')}>
      <p className="section-lead">{text('account.demoHint')}</p>
      <div className="form-actions">
        <Button isPending={isOpening} onPress={() => void open()}>
          {text('account.openDemo')}
        </Button>
      </div>
      {error !== null && (
        <p className="page-error" role="alert">
          {errorSentence(error)}
        </p>
      )}
    </Section>
  );
}
