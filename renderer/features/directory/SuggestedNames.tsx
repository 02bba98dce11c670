import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { NamesSuggestedForId } from '#contract/directory.ts';
import type { Result } from '#contract/result.ts';
import { escapeInvisibleCharactersOfId } from '#contract/visible-id.ts';
import { ObjectListTable } from '#renderer/shared/record/FieldValue.tsx';
import { useActionRunner } from '#renderer/shared/use-action.ts';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import type { SaveNamesResult } from '#renderer/state/names/directory.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { NameSourceLine } from './NamesTable.tsx';
import styles from './directory.module.css';
import { Status } from '#renderer/ui/Status.tsx';

type SuggestedName = NamesSuggestedForId['names'][number];

/** A name that documents suggest, with its id. */
interface Suggested extends SuggestedName {
  readonly id: string;
}

function flatten(suggestions: readonly NamesSuggestedForId[]): readonly Suggested[] {
  return suggestions.flatMap(({ id, names }) => names.map((name) => ({ id, ...name })));
}

/** Returns the key of a name and its id. Documents are still being read: an id may get another name at any time. */
const toKey = ({ id, name }: Suggested): string => JSON.stringify([id, name]);

/** Says how many names were saved, and how many not because the id has another one now; or why none was. */
function formatSaved(text: TextFunction, done: Result<SaveNamesResult>): string {
  if (!done.ok) return getErrorSentence(done.error);
  const { saved, skipped } = done.value;
  const words = text('names.suggested.saved', { count: saved });
  return skipped.length === 0 ? words : `${words} ${text('names.skipped', { count: skipped.length })}`;
}

function toDocuments(text: TextFunction, { documents, isMore }: SuggestedName): string {
  return isMore ? text('names.suggested.more', { count: documents }) : String(documents);
}

/** What documents suggest for ids without a name. Nothing is ticked beforehand, and nothing is used unconfirmed. */
export function SuggestedNames() {
  const text = useText();
  const { nameSuggestions } = useStores();
  const { suggestions, isReading, isLoaded, error } = useStore(nameSuggestions.store);
  const { readDocuments } = nameSuggestions;
  useEffect(() => void readDocuments(), [readDocuments]);
  // Here, because a table disappears with its last name, before its outcome could be read.
  const runner = useActionRunner<string>();
  const agreed = suggestions.filter(({ names }) => names.length === 1);
  const disputed = suggestions.filter(({ names }) => names.length > 1);
  return (
    <Section level={2} title={text('names.suggested.title')}>
      <p className={styles.namesLead}>{text('names.suggested.lead')}</p>
      {error !== null && (
        <EmptyPaneMessage
          role="alert"
          title={text('names.suggested.failed')}
          hint={getErrorSentence(error)}
        />
      )}
      <Status as="p" className="muted">
        {isReading && text('names.suggested.reading')}
        {!isReading && isLoaded && suggestions.length === 0 && text('names.suggested.none')}
      </Status>
      {agreed.length > 0 && <AgreedNames suggested={flatten(agreed)} runner={runner} />}
      {disputed.length > 0 && (
        <>
          <h3>{text('names.suggested.disagree')}</h3>
          <p className={styles.namesLead}>{text('names.suggested.disagreeLead')}</p>
          <DisputedNames suggested={flatten(disputed)} runner={runner} />
        </>
      )}
      <Status as="p">{runner.outcome}</Status>
    </Section>
  );
}

/** Returns the columns that both tables share: id, name, the line it was read from, and how many documents agree. */
function getColumns(text: TextFunction) {
  return [
    {
      label: text('names.suggested.name'),
      renderCell: ({ id, name }: Suggested) => (
        <>
          <bdi>{name}</bdi>
          <div className={styles.readLine}>
            <IdText id={id} show="whole" />
          </div>
        </>
      ),
    },
    {
      label: text('names.suggested.line'),
      renderCell: (suggested: Suggested) => <NameSourceLine {...suggested} />,
    },
    {
      label: text('names.suggested.documents'),
      width: 'narrow',
      renderCell: (suggested: Suggested) => toDocuments(text, suggested),
    },
  ] as const;
}

interface NamesTableProps {
  readonly suggested: readonly Suggested[];
  /** Saves names and keeps the outcome. */
  readonly runner: ReturnType<typeof useActionRunner<string>>;
}

/** Names that all documents agree on, which are ticked and saved together. */
function AgreedNames({ suggested, runner: { isBusy, act } }: NamesTableProps) {
  const text = useText();
  const { directory } = useStores();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [shown, more] = useEntriesWithShowMoreButton(suggested);
  const chosen = suggested.filter((one) => picked.has(toKey(one)));
  const pick = (one: Suggested, isPicked: boolean): void => {
    const next = new Set(picked);
    if (isPicked) next.add(toKey(one));
    else next.delete(toKey(one));
    setPicked(next);
  };
  const save = () =>
    act(async () => {
      const changes = chosen.map(({ id, name }) => ({ id, name, before: null }));
      const done = await directory.saveNames(changes, 'suggested');
      if (done.ok) setPicked(new Set());
      return formatSaved(text, done);
    });
  return (
    <>
      <ObjectListTable
        align="baseline"
        parts={shown}
        getKey={toKey}
        columns={[
          {
            label: text('names.suggested.tick'),
            width: 'narrow',
            renderCell: (one) => (
              <input
                type="checkbox"
                aria-label={text('names.suggested.pick', {
                  name: one.name,
                  id: escapeInvisibleCharactersOfId(one.id),
                })}
                checked={picked.has(toKey(one))}
                onChange={({ target }) => pick(one, target.checked)}
              />
            ),
          },
          ...getColumns(text),
        ]}
      />
      {more}
      <div className={styles.namesExchangeActions}>
        <ButtonWithDisabledReason
          tone="primary"
          isPending={isBusy}
          reason={chosen.length === 0 ? text('names.suggested.noPick') : null}
          onPress={save}
        >
          {chosen.length === 0
            ? text('names.suggested.noPick')
            : text('names.suggested.save', { count: chosen.length })}
        </ButtonWithDisabledReason>
      </div>
    </>
  );
}

/** Names of ids that documents name differently: each is decided by itself. */
function DisputedNames({ suggested, runner: { isBusy, act } }: NamesTableProps) {
  const text = useText();
  const { directory } = useStores();
  const [shown, more] = useEntriesWithShowMoreButton(suggested);
  const use = ({ id, name }: Suggested) =>
    act(async () => formatSaved(text, await directory.saveNames([{ id, name, before: null }], 'suggested')));
  return (
    <>
      <ObjectListTable
        align="baseline"
        parts={shown}
        getKey={toKey}
        columns={[
          ...getColumns(text),
          {
            label: text('names.actions'),
            width: 'narrow',
            renderCell: (one) => (
              <Button
                size="small"
                isPending={isBusy}
                aria-label={text('names.suggested.useFor', {
                  name: one.name,
                  id: escapeInvisibleCharactersOfId(one.id),
                })}
                onPress={() => use(one)}
              >
                {text('names.suggested.use')}
              </Button>
            ),
          },
        ]}
      />
      {more}
    </>
  );
}
