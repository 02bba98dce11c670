import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { AccessCheck, AccessFilter, AccessProblem } from '#contract/access-log.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { getErrorSentence, ok, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '#renderer/state/bridge.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import styles from './access-log.module.css';

type Outcome =
  | { readonly is: 'exported' }
  | { readonly is: 'checked'; readonly check: AccessCheck }
  | { readonly is: 'failed'; readonly why: string };

/** Exports the entries that match as a table, and asks the user where to save it. Returns whether it was saved. */
async function exportEntries(calls: ProcedureCalls, filter: AccessFilter): Promise<Result<boolean>> {
  const pieces: string[] = [];
  const ask = (place: PageStart<number>) => calls['accessLog.export']({ format: 'csv', filter, ...place });
  for await (const piece of iteratePages(ask)) {
    if (!piece.ok) return piece;
    pieces.push(piece.value.text);
  }
  const saved = await calls['files.saveText']({ suggested: 'access-log.csv', text: pieces.join('') });
  return saved.ok ? ok(saved.value.isSaved) : saved;
}

/** Exports the entries that the filter shows, and checks the whole log. */
export function AccessActions({ filter }: { readonly filter: AccessFilter }) {
  const text = useText();
  const { calls } = useStores();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  async function runBusy(work: () => Promise<Outcome | null>): Promise<void> {
    setBusy(true);
    setOutcome(null);
    setOutcome(await work());
    setBusy(false);
  }
  const exportTable = () =>
    runBusy(async () => {
      const saved = await exportEntries(calls, filter);
      if (!saved.ok) return { is: 'failed', why: getErrorSentence(saved.error) };
      return saved.value ? { is: 'exported' } : null;
    });
  const check = () =>
    runBusy(async () => {
      const checked = await calls['accessLog.verify']({});
      return checked.ok
        ? { is: 'checked', check: checked.value }
        : { is: 'failed', why: getErrorSentence(checked.error) };
    });
  return (
    <div className={styles.actions}>
      <Button icon={<Icon of={Download} size={14} />} isDisabled={isBusy} onPress={() => void exportTable()}>
        {text('accessLog.export')}
      </Button>
      <Button icon={<Icon of={ShieldCheck} size={14} />} isDisabled={isBusy} onPress={() => void check()}>
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

function formatRange({ from, to }: AccessProblem): string {
  return from === to ? String(from) : `${from}–${to}`;
}

function CheckResult({ check: { entries, problems } }: { readonly check: AccessCheck }) {
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
