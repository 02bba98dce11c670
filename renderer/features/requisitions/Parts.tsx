import type { Requisition } from '#contract/requisition.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { TextValue } from '#renderer/records/TextValue.tsx';
import { useSome } from '#renderer/records/use-some.tsx';
import { useText } from '#renderer/text/text.ts';
import { shorten } from '#renderer/ui/format.ts';
import { Section } from '#renderer/ui/Section.tsx';

const CODE_LENGTH = 100;

/** Why: the diagnoses, code first. */
export function Diagnoses({ diagnoses }: Pick<Requisition, 'diagnoses'>) {
  const text = useText();
  const [shownDiagnoses, more] = useSome(diagnoses);
  return (
    <Section title={text('requisition.diagnoses')} count={diagnoses.length}>
      {diagnoses.length > 0 && (
        <table className="parts">
          <thead>
            <tr>
              <th>{text('requisition.code')}</th>
              <th>{text('requisition.description')}</th>
              <th className="parts-id">{text('record.id')}</th>
            </tr>
          </thead>
          <tbody>
            {shownDiagnoses.map((diagnosis, index) => (
              <tr key={`${diagnosis.id} ${index}`}>
                <td className="parts-code" dir="auto">
                  {shorten(diagnosis.code, CODE_LENGTH)}
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
      {more}
    </Section>
  );
}

/** The scripts that go with the order. */
export function Scripts({ scripts }: Pick<Requisition, 'scripts'>) {
  const text = useText();
  const [shownScripts, more] = useSome(scripts);
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
            {shownScripts.map((script, index) => (
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
      {more}
    </Section>
  );
}
