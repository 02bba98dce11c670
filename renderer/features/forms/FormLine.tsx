import { FileText } from 'lucide-react';
import type { FormRow } from '#contract/form.ts';
import { Line } from '#renderer/records/Line.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { FormState } from './FormState.tsx';
import { formStanding } from './model.ts';

interface FormLineProps {
  readonly row: FormRow;
  readonly isFocused: boolean;
}

/** One line of the list of forms, with how many patients are asked to complete it. */
export function FormLine({ row, isFocused }: FormLineProps) {
  const text = useText();
  const { date } = useFormat();
  return (
    <Line
      icon={<Icon of={FileText} />}
      iconWord={text('place.forms')}
      name={row.name || text('form.unnamed')}
      isStrong={false}
      isFlagged={row.flagged}
      pending={row.pending}
      isFocused={isFocused}
      aside={row.openRequests > 0 && text('form.asked', { count: row.openRequests })}
      about={
        <>
          {row.lastUpdatedAt !== null && <span>{date(row.lastUpdatedAt)}</span>}
          <span>{text(row.usableByAll ? 'form.everyone' : 'form.restricted')}</span>
        </>
      }
      state={<FormState standing={formStanding(row)} />}
    />
  );
}
