import type { UsableBy } from '#contract/form.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { useSome } from '#renderer/records/use-some.tsx';
import { useText } from '#renderer/text/text.ts';
import { Fact, Facts } from '#renderer/ui/Facts.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { usableText } from './form-words.ts';
import { restrictions, type UserSet } from './model.ts';

/** How many each set has. */
function sizes({
  medicalCenters,
  specializations,
  peerGroups,
  individuals,
}: UsableBy): Record<UserSet, number> {
  return {
    medicalCenters: medicalCenters.length,
    specializations: specializations.length,
    peerGroups: peerGroups.length,
    individuals: individuals.length,
  };
}

/** Who may use a form: everyone, or whom its sets name. */
export function FormUsers({ usableBy }: { readonly usableBy: UsableBy }) {
  const text = useText();
  const sets = restrictions(usableBy);
  const { usableByAll } = usableBy;
  return (
    <Section title={text('form.usableBy')} mark={<UnsentMark of={['usable_by']} />}>
      <p>{usableText(text, { usableByAll, ...sizes(usableBy) })}</p>
      {usableByAll && sets.length > 0 && <p className="absent">{text('form.setsAreIdle')}</p>}
      <Facts>
        {sets.map(({ set, ids }) => (
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
          <li key={JSON.stringify([id, index])}>
            <IdValue id={id} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
