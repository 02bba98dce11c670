import type { Requisition } from '#contract/requisition.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { TextValue } from '#renderer/records/TextValue.tsx';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';

/** Why: the diagnoses, code first. */
export function Diagnoses({ diagnoses }: Pick<Requisition, 'diagnoses'>) {
  const text = useText();
  return (
    <Section title={text('requisition.diagnoses')} count={diagnoses.length}>
      {diagnoses.length > 0 && (
        <table className="parts">
          <thead>
            <tr>
              <th className="parts-narrow">{text('requisition.code')}</th>
              <th>{text('requisition.description')}</th>
              <th className="parts-id">{text('record.id')}</th>
            </tr>
          </thead>
          <tbody>
            {diagnoses.map((diagnosis, index) => (
              <tr key={`${diagnosis.id} ${index}`}>
                <td className="parts-code" dir="auto">
                  {diagnosis.code}
                </td>
                <td>
                  <TextValue value={diagnosis.description} />
                </td>
                <td className="parts-id">
                  <IdValue id={diagnosis.id} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

/** The scripts that go with the order. */
export function Scripts({ scripts }: Pick<Requisition, 'scripts'>) {
  const text = useText();
  return (
    <Section title={text('requisition.scripts')} count={scripts.length}>
      {scripts.length > 0 && (
        <table className="parts">
          <thead>
            <tr>
              <th>{text('record.name')}</th>
              <th>{text('requisition.description')}</th>
              <th className="parts-id">{text('record.id')}</th>
            </tr>
          </thead>
          <tbody>
            {scripts.map((script, index) => (
              <tr key={`${script.id} ${index}`}>
                <td>
                  <TextValue value={script.name} />
                </td>
                <td>
                  <TextValue value={script.description} />
                </td>
                <td className="parts-id">
                  <IdValue id={script.id} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
