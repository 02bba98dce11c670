import type { Form, UsableBy } from '#contract/form.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { PartsTable } from '#renderer/records/PartsTable.tsx';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { When } from '#renderer/records/When.tsx';
import { useSome } from '#renderer/records/use-some.tsx';
import { useText } from '#renderer/text/text.ts';
import { Fact, Facts } from '#renderer/ui/Facts.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { restrictions } from './model.ts';

/** Who may use a form: everyone, or the sets it names. */
export function FormUsers({ usableBy }: { readonly usableBy: UsableBy }) {
  const text = useText();
  return (
    <Section title={text('form.usableBy')} mark={<UnsentMark of={['usable_by']} />}>
      <Facts>
        <Fact label={text('form.usableByAll')}>
          {text(usableBy.usableByAll ? 'record.yes' : 'record.no')}
        </Fact>
        {restrictions(usableBy).map(({ set, ids }) => (
          <Fact key={set} label={text(`form.${set}`)}>
            <IdList ids={ids} />
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

function IdList({ ids }: { readonly ids: readonly string[] }) {
  const [shown, more] = useSome(ids);
  return (
    <>
      <ul>
        {shown.map((id, index) => (
          <li key={`${id} ${index}`}>
            <IdValue id={id} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** The patients who were asked to complete a form and have not done so yet. */
export function FormRequests({ requests }: { readonly requests: Form['requestCompletionFrom'] }) {
  const text = useText();
  const [shown, more] = useSome(requests);
  return (
    <Section
      title={text('form.requests')}
      mark={<UnsentMark of={['ask', 'withdraw']} />}
      count={requests.length}
    >
      <PartsTable
        parts={shown}
        columns={[
          { label: text('form.patient'), renderCell: ({ patient }) => <IdValue id={patient} /> },
          { label: text('form.requestedBy'), renderCell: ({ requestedBy }) => <IdValue id={requestedBy} /> },
          {
            label: text('form.requestedAt'),
            width: 'narrow',
            renderCell: ({ requestedAt }) => <When at={requestedAt} />,
          },
        ]}
      />
      {more}
    </Section>
  );
}
