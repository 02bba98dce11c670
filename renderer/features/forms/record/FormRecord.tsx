import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { UnpublishedFormChangesInfo } from '#contract/completion-requests.ts';
import { type Form, getFormPublicationState, type FormPublicationState as State } from '#contract/forms.ts';
import type { EpochMs } from '#contract/time.ts';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { RequestHistory } from '#renderer/shared/completion-requests/RequestHistory.tsx';
import { FormActions } from '#renderer/shared/forms/FormActions.tsx';
import { IdValue } from '#renderer/shared/ids/IdMenu.tsx';
import { UnsentFieldMark } from '#renderer/shared/pending/PendingBadge.tsx';
import { ChangesSinceViewed } from '#renderer/shared/record/ChangesSinceViewed.tsx';
import { TextValue } from '#renderer/shared/record/FieldValue.tsx';
import { FollowUpMark } from '#renderer/shared/record/FollowUp.tsx';
import {
  InvalidFieldFlags,
  RecordFooter,
  RecordHeader,
  RecordBody,
} from '#renderer/shared/record/RecordHeader.tsx';
import { DateTime, useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { useQueryResult, type QueryState } from '#renderer/shared/use-query-result.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { LabelledValue, LabelledValueList, Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { explainUnpublishedChanges, FORM_STATE_ICON_SHAPES } from '../labels.ts';
import { FormCompletionRequests } from './FormCompletionRequests.tsx';
import { PermittedUsersSection } from './PermittedUsersSection.tsx';

/** The single-valued fields of a form as label and value. */
function FormFacts({ form }: { readonly form: Form }) {
  const text = useText();
  return (
    <LabelledValueList>
      <LabelledValue label={text('form.publishedVersion')}>
        <IdValue id={form.publishedVersion} absent={text('form.noVersion')} />
      </LabelledValue>
      <LabelledValue label={text('form.latestVersion')}>
        <IdValue id={form.latestVersion} absent={text('form.noVersion')} />
      </LabelledValue>
      <LabelledValue
        label={text('form.unpublished')}
        mark={<UnsentFieldMark of={['has_unpublished_changes']} />}
      >
        {text(form.hasUnpublishedChanges ? 'record.yes' : 'record.no')}
      </LabelledValue>
      <LabelledValue label={text('record.createdBy')}>
        <IdValue id={form.createdBy} />
      </LabelledValue>
      <LabelledValue label={text('record.createdAt')}>
        <DateTime at={form.createdAt} />
      </LabelledValue>
      <LabelledValue label={text('record.updatedAt')}>
        <DateTime at={form.lastUpdatedAt} />
      </LabelledValue>
      <LabelledValue label={text('record.id')}>
        <IdValue id={form.id} />
      </LabelledValue>
    </LabelledValueList>
  );
}

/** Reads since when a form has unpublished changes, as far as this computer knows. */
function useUnpublishedFormInfo({ id, lastUpdatedAt }: Form): QueryState<UnpublishedFormChangesInfo> {
  const { calls, completions } = useStores();
  const revision = useStore(completions.revision);
  const ask = useCallback(
    (signal: AbortSignal) => calls['forms.unpublishedChanges']({ id }, signal),
    [calls, id],
  );
  // Reads again when the form has a new version, which may have changed it too.
  return useQueryResult(ask, revision + (lastUpdatedAt ?? 0));
}

/** What the form's state means for patients, as text. */
export function FormPublicationStateExplanation({ form }: { readonly form: Form }) {
  const text = useText();
  return (
    <Section title={text('form.means.title')}>
      <PublicationStateExplanation form={form} />
    </Section>
  );
}

function PublicationStateExplanation({ form }: { readonly form: Form }) {
  const text = useText();
  const format = useDateFormat();
  const now = useCurrentTime();
  const query = useUnpublishedFormInfo(form);
  const info = query.value;
  const asked = form.requestCompletionFrom.length;
  switch (getFormPublicationState(form)) {
    case 'never_published':
      return (
        <p>
          {text('form.means.nothing')} {asked > 0 && text('form.means.nothingAsked', { count: asked })}
        </p>
      );
    case 'published':
      return <p>{text('form.means.latest')}</p>;
    case 'unpublished_changes': {
      const { unpublishedSince } = info ?? { unpublishedSince: null };
      if (query.error !== null)
        return (
          <>
            <p>{text('form.means.older')}</p>
            <QueryError query={query} sentence={text('form.means.failed')} />
          </>
        );
      if (info === null || unpublishedSince === null) return <p>{text('form.means.older')}</p>;
      return (
        <>
          <p>{explainUnpublishedChanges(text, { ...info, unpublishedSince }, now, format)}</p>
          <p className="muted">{text('form.means.since', { when: format.dateTime(unpublishedSince) })}</p>
        </>
      );
    }
  }
}

interface FormStateLabelProps {
  readonly state: State;
  /** Text shown in place of the state's label, which then only screen readers read. */
  readonly words?: string | null;
}

/** The state of a form as icon and label. */
export function FormPublicationStateLabel({ state, words = null }: FormStateLabelProps) {
  const text = useText();
  return (
    <>
      <StatusMark shape={FORM_STATE_ICON_SHAPES[state]} />
      <span className={words === null ? undefined : 'visually-hidden'}>{text(`form.state.${state}`)}</span>
      {words !== null && <span>{words}</span>}
    </>
  );
}

interface FormRecordProps {
  readonly form: Form;
  readonly fetchedAt: EpochMs | null;
  readonly onClose: () => void;
}

/**
 * The record of a form with all its fields: what its state means for patients, completion requests, permitted
 * users.
 */
export function FormRecord({ form, fetchedAt, onClose }: FormRecordProps) {
  const text = useText();
  const marks = (
    <span>
      <FormPublicationStateLabel state={getFormPublicationState(form)} />
    </span>
  );
  return (
    <>
      <RecordHeader
        onClose={onClose}
        marks={marks}
        name={form.name || text('form.unnamed')}
        actions={<FormActions form={form} />}
      />
      <RecordBody>
        <FollowUpMark id={form.id} />
        <ChangesSinceViewed kind="form" id={form.id} version={form.lastUpdatedAt} />
        <InvalidFieldFlags flags={form.flags} />
        <FormPublicationStateExplanation form={form} />
        <Section title={text('form.description')} mark={<UnsentFieldMark of={['description']} />}>
          <TextValue value={form.description} />
        </Section>
        <FormFacts form={form} />
        <FormCompletionRequests form={form} />
        <PermittedUsersSection usableBy={form.usableBy} />
        <RequestHistory by="form" id={form.id} level={3} />
        <RecordFooter kind="form" id={form.id} fetchedAt={fetchedAt} />
      </RecordBody>
    </>
  );
}
