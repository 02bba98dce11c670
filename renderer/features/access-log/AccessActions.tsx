import { Download, ShieldCheck } from 'lucide-react';
import type { AccessLogCheck, AccessFilter, AccessLogProblem } from '#contract/access-log.ts';
import { useAction } from '#renderer/shared/use-action.ts';
import { exportTable } from '#renderer/state/export-table.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import styles from './access-log.module.css';

type Outcome =
  | { readonly is: 'exported' }
  | { readonly is: 'checked'; readonly check: AccessLogCheck }
  | { readonly is: 'failed'; readonly why: string };

/** Exports the entries that the filter shows, and checks the whole log. */
export function AccessActions({ filter }: { readonly filter: AccessFilter }) {
  const text = useText();
  const { calls } = useStores();
  const { isBusy, outcome, act } = useAction<Outcome>();
  const exportEntries = () =>
    act(async () => {
      const saved = await exportTable<number>(calls, 'access-log.csv', (place) =>
        calls['accessLog.export']({ format: 'csv', filter, ...place }),
      );
      if (!saved.ok) return { is: 'failed', why: getErrorSentence(saved.error) };
      return saved.value ? { is: 'exported' } : null;
    });
  const check = () =>
    act(async () => {
      const checked = await calls['accessLog.verify']({});
      return checked.ok
        ? { is: 'checked', check: checked.value }
        : { is: 'failed', why: getErrorSentence(checked.error) };
    });
  return (
    <div className={styles.actions}>
      <Button icon={<Icon of={Download} size={14} />} isDisabled={isBusy} onPress={exportEntries}>
        {text('accessLog.export')}
      </Button>
      <Button icon={<Icon of={ShieldCheck} size={14} />} isDisabled={isBusy} onPress={check}>
        {text('accessLog.check')}
      </Button>
      <div aria-live="polite">{outcome !== null && <OutcomeText outcome={outcome} />}</div>
    </div>
  );
}

function OutcomeText({ outcome }: { readonly outcome: Outcome }) {
  const text = useText();
  switch (outcome.is) {
    case 'exported':
      return <p>{text('accessLog.exported')}</p>;
    case 'failed':
      return <p className="error-text">{outcome.why}</p>;
    case 'checked':
      return <CheckResult check={outcome.check} />;
  }
}

function formatRange({ from, to }: AccessLogProblem): string {
  return from === to ? String(from) : `${from}–${to}`;
}

function CheckResult({ check: { entries, problems } }: { readonly check: AccessLogCheck }) {
  const text = useText();
  if (problems.length === 0) return <p>{text('accessLog.intact', { count: entries })}</p>;
  return (
    <>
      <p className="error-text">{text('accessLog.altered')}</p>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.kind} ${problem.from}`}>
            {text(`accessLog.problems.${problem.kind}`, { range: formatRange(problem) })}
          </li>
        ))}
      </ul>
    </>
  );
}
