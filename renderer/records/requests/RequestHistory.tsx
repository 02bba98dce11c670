import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { CompletionHistory } from '#contract/completions.ts';
import { AskedProblem } from '#renderer/records/AskedProblem.tsx';
import { useAsked, type Asked } from '#renderer/records/use-asked.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Disclosure } from '#renderer/ui/Opener.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { HistoryBars } from './HistoryBars.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { typicalText } from './usual-words.ts';
import './request-history.css';

interface RequestHistoryProps {
  /** Whose requests they are: those of a form to its patients, or those to a patient. */
  readonly by: 'form' | 'patient';
  readonly id: string;
  /** 2 on a page, 3 inside a record. */
  readonly level: 2 | 3;
}

/** The requests of a form, or to a patient, as far as this computer knows them. */
function useHistory({ by, id }: Pick<RequestHistoryProps, 'by' | 'id'>): Asked<CompletionHistory> {
  const { calls, completions } = useStores();
  const revision = useStore(completions.revision);
  const ask = useCallback(
    () => calls['completions.history'](by === 'form' ? { form: id } : { patient: id }),
    [calls, by, id],
  );
  return useAsked(ask, revision);
}

/** What became of requests to complete forms: drawn, their usual time marked and said, and all of them as a table. */
export function RequestHistory({ by, id, level }: RequestHistoryProps) {
  const text = useText();
  const asked = useHistory({ by, id });
  const problem = <AskedProblem asked={asked} what={text('requests.history.failed')} />;
  const history = asked.value;
  if (history === null && asked.error !== null)
    return (
      <Section title={text('requests.history.title')} level={level}>
        {problem}
      </Section>
    );
  if (history === null) return null;
  const { items, isCut, completed } = history;
  // An id that nobody was ever asked under is no patient's.
  if (by === 'patient' && items.length === 0) return null;
  return (
    <Section title={text('requests.history.title')} level={level} {...(isCut ? {} : { count: items.length })}>
      {problem}
      {items.length === 0 ? (
        <p className="absent">{text('requests.history.none')}</p>
      ) : (
        <div className="request-history">
          <p>{typicalText(text, completed)}</p>
          <HistoryBars by={by} history={history} />
          <Disclosure title={text('requests.history.table')}>
            {() => <HistoryTable by={by} lines={items} />}
          </Disclosure>
          <p className="absent">
            {text('requests.history.hint')} {isCut && text('requests.history.cut')}
          </p>
        </div>
      )}
    </Section>
  );
}
