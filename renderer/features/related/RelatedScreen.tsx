import { ArrowLeft } from 'lucide-react';
import { errorSentence } from '#contract/error-text.ts';
import { isId } from '#contract/ids.ts';
import type { Result } from '#contract/result.ts';
import { IdMenu } from '#renderer/records/IdMenu.tsx';
import { RelatedLists, relatedGroups, type Related } from '#renderer/records/RelatedLists.tsx';
import { RequestHistory } from '#renderer/records/requests/RequestHistory.tsx';
import { useName } from '#renderer/records/use-name.ts';
import { useRelated } from '#renderer/records/use-related.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { TruncatedText } from '#renderer/ui/Clamp.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';

const MAX = 200;
const SKELETON_ROWS = 8;
const SKELETON_HEIGHT = 32;

/** Everything of one patient, or of any id: requisitions, forms asked for, appointments, alerts, each a way to its record. */
export function RelatedScreen({ id }: { readonly id: string }) {
  const text = useText();
  const { view } = useStores();
  const name = useName(id);
  const found = useRelated(id, MAX);
  return (
    <div className="page" data-pane="list" tabIndex={-1}>
      <div>
        <Button
          tone="quiet"
          size="small"
          icon={<Icon of={ArrowLeft} />}
          onPress={() => view.openRelated(null)}
        >
          {text('related.back')}
        </Button>
        <h1>
          <TruncatedText text={name?.name ?? text('related.title')} rows={2} isFocusable />
        </h1>
        <p>
          <IdMenu id={id} shows="id" />
        </p>
        <p className="absent">{text('related.lead')}</p>
      </div>
      <Found answer={found} />
      {isId('user', id) && <RequestHistory by="patient" id={id} level={2} />}
    </div>
  );
}

function Found({ answer }: { readonly answer: Result<Related> | null }) {
  const text = useText();
  const { related } = useStores();
  if (answer === null)
    return <Skeleton label={text('related.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
  if (!answer.ok) {
    const again = { label: text('list.tryAgain'), run: related.changed };
    return (
      <Notice role="alert" title={text('related.failed')} hint={errorSentence(answer.error)} action={again} />
    );
  }
  return (
    <>
      <RelatedLists groups={relatedGroups(text, answer.value, null)} level={2} isWhole />
      {answer.value.isCut && <p className="absent">{text('related.cut')}</p>}
    </>
  );
}
