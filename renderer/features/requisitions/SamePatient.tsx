import { RelatedLists, relatedGroups } from '#renderer/records/RelatedLists.tsx';
import { useRelated } from '#renderer/records/use-related.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';

const MAX = 5;

/** What else is here of the patient: a few of each kind, and the way to all of it. */
export function SamePatient({ patient, except }: { readonly patient: string; readonly except: string }) {
  const text = useText();
  const { view } = useStores();
  const found = useRelated(patient, MAX + 1);
  if (patient === '' || found === null) return null;
  if (!found.ok) return <p className="absent">{text('related.failed')}</p>;
  const groups = relatedGroups(text, found.value, except).map(({ title, lines }) => ({
    title: `${text('related.samePatient')}: ${title}`,
    lines: lines.slice(0, MAX),
  }));
  const isAlone = groups.every(({ lines }) => lines.length === 0);
  return (
    <div className="same-patient">
      {isAlone ? (
        <p className="absent">{text('related.nothingElse')}</p>
      ) : (
        <>
          <RelatedLists groups={groups} level={3} isWhole={false} />
          <Button size="small" onPress={() => view.openRelated(patient)}>
            {text('related.all')}
          </Button>
        </>
      )}
    </div>
  );
}
