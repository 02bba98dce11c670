import { Send, Undo2 } from 'lucide-react';
import type { UsableBy, Form } from '#contract/forms.ts';
import { isCertainlyUnsent } from '#renderer/state/sync/unsent-changes.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { type TextFunction, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import type { PendingFormChanges } from './pending-form.ts';

/** Label of the publish button: it names the users the form is published for. */
function getPublishLabel(text: TextFunction, users: UsableBy): string {
  const sets = [users.medicalCenters, users.specializations, users.peerGroups];
  const people = users.individuals.length;
  if (users.usableByAll) return text('formEditor.publish.everyone');
  if (users.otherLimits > 0 || sets.some((set) => set.length > 0)) return text('formEditor.publish.some');
  return people === 0
    ? text('formEditor.publish.noUsers')
    : text('formEditor.publish.people', { count: people });
}

interface PublishFormButtonProps {
  readonly form: Form;
  readonly pendingFormChanges: PendingFormChanges;
  /** Why publishing is unavailable, as text; null if it is available. */
  readonly reason: string | null;
}

/**
 * Publishes a form after a confirmation that shows what patients will see. Until a publication is sent the button undoes
 * it; while its outcome is open it leads to it.
 */
export function PublishFormButton({ form, pendingFormChanges, reason }: PublishFormButtonProps) {
  const text = useText();
  const { formActions, outbox, view } = useStores();
  const icon = <Icon shape={Send} size={14} />;
  const { publish } = pendingFormChanges;
  if (reason !== null)
    return (
      <ButtonWithDisabledReason size="small" icon={icon} reason={reason} onPress={() => {}}>
        {getPublishLabel(text, form.usableBy)}
      </ButtonWithDisabledReason>
    );
  if (publish !== null && isCertainlyUnsent(publish))
    return (
      <Button
        size="small"
        icon={<Icon shape={Undo2} size={14} />}
        screenReaderDescription={text('formEditor.publish.undoHint')}
        onPress={() =>
          void formActions
            .undoPublication(publish.number)
            .then((error) => outbox.report(`publish ${form.id}`, error))
        }
      >
        {text('formEditor.publish.undo')}
      </Button>
    );
  if (publish !== null)
    return (
      <Button
        size="small"
        icon={icon}
        screenReaderDescription={text('formEditor.publish.waitsHint')}
        onPress={() => view.showChange(publish.number)}
      >
        {text('formEditor.publish.waits', { state: text(`pending.state.${publish.state}`) })}
      </Button>
    );
  return (
    <ButtonWithConfirmation
      size="small"
      tone="primary"
      icon={icon}
      label={getPublishLabel(text, form.usableBy)}
      question={text('formEditor.publish.question')}
      yes={getPublishLabel(text, form.usableBy)}
      no={text('formEditor.publish.no')}
      onConfirm={() => void formActions.publish(form)}
    >
      <PublishWhat form={form} unsent={pendingFormChanges.changes} />
    </ButtonWithConfirmation>
  );
}

/**
 * What patients will see after publishing, how many have an open request, and what they see until then
 * (service's document, section 3).
 */
function PublishWhat({ form, unsent }: { readonly form: Form; readonly unsent: number }) {
  const text = useText();
  const { name, latestVersion, publishedVersion, requestCompletionFrom: requests } = form;
  const asked = requests.length;
  return (
    <>
      <p>
        <bdi>{name || text('form.unnamed')}</bdi>
      </p>
      <p>
        {latestVersion === '' ? (
          text('formEditor.publish.whatNew')
        ) : (
          <>
            {text('formEditor.publish.what')} <IdText id={latestVersion} show="whole" />
          </>
        )}
      </p>
      <p>
        {asked === 0
          ? text('formEditor.publish.askedNone')
          : text('formEditor.publish.asked', { count: asked })}{' '}
        {publishedVersion === '' ? (
          text('formEditor.publish.beforeNothing')
        ) : (
          <>
            {text('formEditor.publish.before')} <IdText id={publishedVersion} show="whole" />
          </>
        )}
      </p>
      {unsent > 0 && <p>{text('formEditor.publish.unsent', { count: unsent })}</p>}
      <p>{text('formEditor.publish.untilSent')}</p>
    </>
  );
}
