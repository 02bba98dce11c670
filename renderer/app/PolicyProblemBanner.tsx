import { TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { useFirstStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useFirstText } from '#renderer/text/first-text.ts';
import { Banner } from '#renderer/ui/Banner.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

/** Says that the policy of this computer could not be read; or that it cannot be used, where, why, and what applies instead. */
export function PolicyProblemBanner() {
  const text = useFirstText();
  const { computer } = useFirstStores();
  const { status, readError } = useStore(computer.store);
  if (readError !== null)
    return (
      <Banner
        tone="loud"
        icon={<Icon shape={TriangleAlert} />}
        text={`${text('policy.unread')} ${getErrorSentence(readError)}`}
      >
        <Button onPress={() => void computer.load()}>{text('list.tryAgain')}</Button>
      </Banner>
    );
  const [problem] = status?.problems ?? [];
  if (status === null || problem === undefined) return null;
  const { file, source } = status;
  const { line, reason } = problem;
  const place = line === null ? file : text('policy.place', { file, line: String(line) });
  return (
    <Banner
      tone="loud"
      icon={<Icon shape={TriangleAlert} />}
      text={text(source === 'last-good' ? 'policy.lastGood' : 'policy.strict', { place, reason })}
    >
      <Button onPress={() => computer.showCheck(true)}>{text('check.show')}</Button>
    </Banner>
  );
}
