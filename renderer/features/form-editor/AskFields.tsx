import { useCallback } from 'react';
import type { CompletionHistory } from '#contract/completions.ts';
import { IdsField } from '#renderer/records/editing/IdsField.tsx';
import { AskedProblem } from '#renderer/records/AskedProblem.tsx';
import { useAsked, type Asked } from '#renderer/records/use-asked.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { AskedNow } from './AskedNow.tsx';
import { earlierRequests } from './earlier.ts';
import type { FormFieldsProps } from './fields-props.ts';

/** Whom to ask to complete a form, and whom to ask no longer (service's document, section 2.2). */
export function AskFields({ open, onType, errorAt }: FormFieldsProps) {
  const text = useText();
  const { ask, asked, typing } = open.fields;
  const earlier = useEarlier(open.target ?? '');
  const before = earlierRequests(earlier.value?.items ?? []);
  return (
    <>
      <IdsField
        label={text('formEditor.patients')}
        help={text('formEditor.patientsHelp')}
        family="user"
        as="patient"
        ids={ask}
        typed={typing.ask}
        known={asked}
        error={errorAt('ask')}
        anchor="ask"
        onChange={({ ids, typed }) => onType({ ask: ids, typing: { ...typing, ask: typed } })}
        noteOf={(patient) => {
          const how = before.get(patient);
          return how === undefined ? null : text(`formEditor.before.${how}`);
        }}
      />
      <AskedProblem asked={earlier} what={text('formEditor.beforeFailed')} />
      <AskedNow fields={open.fields} onType={onType} />
    </>
  );
}

/** The earlier requests of a form. */
function useEarlier(form: string): Asked<CompletionHistory> {
  const { calls } = useStores();
  const ask = useCallback(() => calls['completions.history']({ form }), [calls, form]);
  return useAsked(form === '' ? null : ask);
}
