import type { Form } from '#contract/form.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { When } from '#renderer/records/When.tsx';
import { useText } from '#renderer/text/text.ts';
import { Fact, Facts } from '#renderer/ui/Facts.tsx';

/** The single-valued fields of a form, label and value. */
export function FormFacts({ form }: { readonly form: Form }) {
  const text = useText();
  return (
    <Facts>
      <Fact label={text('form.publishedVersion')}>
        <IdValue id={form.publishedVersion} absent={text('form.noVersion')} />
      </Fact>
      <Fact label={text('form.latestVersion')}>
        <IdValue id={form.latestVersion} absent={text('form.noVersion')} />
      </Fact>
      <Fact label={text('form.unpublished')} mark={<UnsentMark of={['has_unpublished_changes']} />}>
        {text(form.hasUnpublishedChanges ? 'record.yes' : 'record.no')}
      </Fact>
      <Fact label={text('record.createdBy')}>
        <IdValue id={form.createdBy} />
      </Fact>
      <Fact label={text('record.createdAt')}>
        <When at={form.createdAt} />
      </Fact>
      <Fact label={text('record.updatedAt')}>
        <When at={form.lastUpdatedAt} />
      </Fact>
      <Fact label={text('record.id')}>
        <IdValue id={form.id} />
      </Fact>
    </Facts>
  );
}
