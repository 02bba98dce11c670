import { Download, ShieldCheck } from 'lucide-react';
import type { AccessLogCheckResult, AccessFilter, AccessLogIntegrityFinding } from '#contract/access-log.ts';
import { useActionRunner } from '#renderer/shared/use-action.ts';
import { exportTable } from '#renderer/state/export-table.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import styles from './access-log.module.css';
import { Status } from '#renderer/ui/Status.tsx';

type Outcome =
  | { readonly type: 'checked'; readonly check: AccessLogCheckResult }
  | { readonly type: 'failed'; readonly why: string };

/** Exports the entries that the filter shows, and checks the whole log. */
export function AccessLogExportAndVerify({ filter }: { readonly filter: AccessFilter }) {
  const text = useText();
  const { calls, toasts } = useStores();
  const { isBusy, outcome, act } = useActionRunner<Outcome>();
  const exportEntries = () =>
    act(async () => {
      const saved = await exportTable<number>(calls, 'access-log.csv', (place) =>
        calls['accessLog.export']({ format: 'csv', filter, ...place }),
      );
      if (!saved.ok) return { type: 'failed', why: getErrorSentence(saved.error) };
      if (saved.value !== null) toasts.showSavedFile(saved.value);
      return null;
    });
  const check = () =>
    act(async () => {
      const checked = await calls['accessLog.verify']({});
      return checked.ok
        ? { type: 'checked', check: checked.value }
        : { type: 'failed', why: getErrorSentence(checked.error) };
    });
  return (
    <div className={styles.actions}>
      <Button icon={<Icon shape={Download} size={14} />} isPending={isBusy} onPress={exportEntries}>
        {text('accessLog.export')}
      </Button>
      <Button icon={<Icon shape={ShieldCheck} size={14} />} isPending={isBusy} onPress={check}>
        {text('accessLog.check')}
      </Button>
      <Status as="div">{outcome !== null && <OutcomeText outcome={outcome} />}</Status>
    </div>
  );
}

function OutcomeText({ outcome }: { readonly outcome: Outcome }) {
  switch (outcome.type) {
    case 'failed':
      return <p className="error-text">{outcome.why}</p>;
    case 'checked':
      return <CheckResult check={outcome.check} />;
  }
}

function formatRange({ from, to }: AccessLogIntegrityFinding): string {
  return from === to ? String(from) : `${from}–${to}`;
}

function CheckResult({ check: { entries, problems } }: { readonly check: AccessLogCheckResult }) {
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
