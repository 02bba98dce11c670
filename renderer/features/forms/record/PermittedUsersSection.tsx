import type { UsableBy } from '#contract/forms.ts';
import { IdValue } from '#renderer/shared/ids/IdMenu.tsx';
import { UnsentFieldMark } from '#renderer/shared/pending/PendingBadge.tsx';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { useText } from '#renderer/text/text.ts';
import { LabelledValue, LabelledValueList, Section } from '#renderer/ui/Section.tsx';
import type { FormUsableBySetName } from '#renderer/state/forms/form-draft-fields.ts';
import { formatUsableBy, listNonEmptyUserSets } from '../labels.ts';

/** Returns the number of members of each set of permitted users. */
function countMembers({
  medicalCenters,
  specializations,
  peerGroups,
  individuals,
  otherLimits,
}: UsableBy): Record<FormUsableBySetName | 'otherLimits', number> {
  return {
    medicalCenters: medicalCenters.length,
    specializations: specializations.length,
    peerGroups: peerGroups.length,
    individuals: individuals.length,
    otherLimits,
  };
}

/** Who may use a form: everyone, or the members of its sets. */
export function PermittedUsersSection({ usableBy }: { readonly usableBy: UsableBy }) {
  const text = useText();
  const sets = listNonEmptyUserSets(usableBy);
  const { usableByAll, otherLimits } = usableBy;
  return (
    <Section title={text('form.usableBy')} mark={<UnsentFieldMark of={['usable_by']} />}>
      <p>{formatUsableBy(text, { usableByAll, ...countMembers(usableBy) })}</p>
      {usableByAll && sets.length > 0 && <p className="muted">{text('form.setsAreIdle')}</p>}
      {!usableByAll && otherLimits > 0 && <p className="muted">{text('form.otherLimitsHelp')}</p>}
      <LabelledValueList>
        {sets.map(({ set, ids }) => (
          <LabelledValue key={set} label={text(`form.${set}`)}>
            <IdList ids={ids} />
          </LabelledValue>
        ))}
      </LabelledValueList>
    </Section>
  );
}

function IdList({ ids }: { readonly ids: readonly string[] }) {
  const [shown, more] = useEntriesWithShowMoreButton(ids);
  return (
    <>
      <ul>
        {shown.map((id, index) => (
          <li key={JSON.stringify([id, index])}>
            <IdValue id={id} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
