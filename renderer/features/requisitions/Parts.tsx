import type { Requisition } from '#contract/requisition.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { PartsTable } from '#renderer/records/PartsTable.tsx';
import { TextValue } from '#renderer/records/TextValue.tsx';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { useSome } from '#renderer/records/use-some.tsx';
import { useText } from '#renderer/text/text.ts';
import { shorten } from '#renderer/ui/format.ts';
import { Section } from '#renderer/ui/Section.tsx';

const CODE_LENGTH = 100;

/** Why: the diagnoses, code first. */
export function Diagnoses({ diagnoses }: Pick<Requisition, 'diagnoses'>) {
  const text = useText();
  const [shown, more] = useSome(diagnoses);
  return (
    <Section
      title={text('requisition.diagnoses')}
      count={diagnoses.length}
      mark={<UnsentMark of={['diagnoses']} />}
    >
      <PartsTable
        parts={shown}
        columns={[
          {
            label: text('requisition.code'),
            width: 'code',
            renderCell: ({ code }) => <span dir="auto">{shorten(code, CODE_LENGTH)}</span>,
          },
          {
            label: text('requisition.description'),
            renderCell: ({ description }) => <TextValue value={description} />,
          },
          { label: text('record.id'), width: 'id', renderCell: ({ id }) => <IdValue id={id} /> },
        ]}
      />
      {more}
    </Section>
  );
}

/** The scripts that go with the order. */
export function Scripts({ scripts }: Pick<Requisition, 'scripts'>) {
  const text = useText();
  const [shown, more] = useSome(scripts);
  return (
    <Section
      title={text('requisition.scripts')}
      count={scripts.length}
      mark={<UnsentMark of={['scripts']} />}
    >
      <PartsTable
        parts={shown}
        columns={[
          { label: text('record.name'), renderCell: ({ name }) => <TextValue value={name} /> },
          {
            label: text('requisition.description'),
            renderCell: ({ description }) => <TextValue value={description} />,
          },
          { label: text('record.id'), width: 'id', renderCell: ({ id }) => <IdValue id={id} /> },
        ]}
      />
      {more}
    </Section>
  );
}
