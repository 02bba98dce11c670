import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { CompletionRequestHistory } from '#contract/completions.ts';
import { formState, type Form } from '#contract/form.ts';
import { AskedProblem } from '#renderer/records/AskedProblem.tsx';
import { useAsked, type Asked } from '#renderer/records/use-asked.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { aheadSentence } from './form-words.ts';

/** What this computer knows of a form besides what the service says. */
function useCompletionRequestHistory({ id, lastUpdatedAt }: Form): Asked<CompletionRequestHistory> {
  const { calls, completions } = useStores();
  const revision = useStore(completions.revision);
  const ask = useCallback(() => calls['forms.completionRequestHistory']({ id }), [calls, id]);
  // Another version of the form is another story as well.
  return useAsked(ask, revision + (lastUpdatedAt ?? 0));
}

/** What the state of a form means for patients, in words. */
export function FormMeaning({ form }: { readonly form: Form }) {
  const text = useText();
  return (
    <Section title={text('form.means.title')}>
      <Meaning form={form} />
    </Section>
  );
}

function Meaning({ form }: { readonly form: Form }) {
  const text = useText();
  const format = useFormat();
  const now = useNow();
  const asking = useCompletionRequestHistory(form);
  const history = asking.value;
  const asked = form.requestCompletionFrom.length;
  switch (formState(form)) {
    case 'never_published':
      return (
        <p>
          {text('form.means.nothing')} {asked > 0 && text('form.means.nothingAsked', { count: asked })}
        </p>
      );
    case 'published':
      return <p>{text('form.means.latest')}</p>;
    case 'unpublished_changes': {
      const { unpublishedSince } = history ?? { unpublishedSince: null };
      if (asking.error !== null)
        return (
          <>
            <p>{text('form.means.older')}</p>
            <AskedProblem asked={asking} what={text('form.means.failed')} />
          </>
        );
      if (history === null || unpublishedSince === null) return <p>{text('form.means.older')}</p>;
      return (
        <>
          <p>{aheadSentence(text, { ...history, unpublishedSince }, now, format)}</p>
          <p className="absent">{text('form.means.since', { when: format.dateTime(unpublishedSince) })}</p>
        </>
      );
    }
  }
}
