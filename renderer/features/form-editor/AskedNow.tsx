import { NamedId } from '#renderer/records/NamedId.tsx';
import { useName } from '#renderer/records/use-name.ts';
import { useSome } from '#renderer/records/use-some.tsx';
import type { FormFields } from '#renderer/state/form-draft-fields.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { shorten } from '#renderer/ui/format.ts';
import { Section } from '#renderer/ui/Section.tsx';
import type { FormFieldsProps } from './fields-props.ts';

interface AskedNowProps extends Pick<FormFieldsProps, 'onType'> {
  readonly fields: FormFields;
}

/** So few that the button that saves stays in sight. */
const SHOWN = 10;

/** Patients who are asked by now, each with the choice to ask no longer. */
export function AskedNow({ fields, onType }: AskedNowProps) {
  const text = useText();
  const { asked, withdraw } = fields;
  const [shown, more] = useSome(asked, SHOWN);
  const isAll = asked.every((patient) => withdraw.includes(patient));
  return (
    <Section level={2} title={text('formEditor.askedNow')} count={asked.length}>
      {asked.length === 0 && <p className="absent">{text('formEditor.askedNone')}</p>}
      <ul className="asked-now">
        {shown.map((patient) => (
          <li key={patient}>
            <AskedPatient
              patient={patient}
              isWithdrawn={withdraw.includes(patient)}
              onChange={(isWithdrawn) =>
                onType({
                  withdraw: isWithdrawn
                    ? [...withdraw, patient]
                    : withdraw.filter((each) => each !== patient),
                })
              }
            />
          </li>
        ))}
      </ul>
      {more}
      {asked.length > 1 && (
        <div>
          <Button size="small" onPress={() => onType({ withdraw: isAll ? [] : asked })}>
            {text(isAll ? 'formEditor.keepAll' : 'formEditor.withdrawAll')}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface AskedPatientProps {
  readonly patient: string;
  readonly isWithdrawn: boolean;
  readonly onChange: (isWithdrawn: boolean) => void;
}

const NAME_LENGTH = 80;

function AskedPatient({ patient, isWithdrawn, onChange }: AskedPatientProps) {
  const text = useText();
  const who = shorten(useName(patient)?.name ?? patient, NAME_LENGTH);
  const action = isWithdrawn ? 'keepAsked' : 'withdraw';
  return (
    <>
      <span className="asked-patient">
        <NamedId id={patient} show="whole" />
        {isWithdrawn && <span className="asked-withdrawn">{text('formEditor.withdrawn')}</span>}
      </span>
      <Button
        size="small"
        aria-label={text(`formEditor.${action}Of`, { who })}
        onPress={() => onChange(!isWithdrawn)}
      >
        {text(`formEditor.${action}`)}
      </Button>
    </>
  );
}
