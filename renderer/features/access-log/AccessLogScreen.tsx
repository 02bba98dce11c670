import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import {
  MAX_NAMED_IDS,
  type AccessEntry,
  type AccessFilter,
  type AccessLogState,
} from '#contract/access-log.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { DateTime, useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { ObjectListTable } from '#renderer/shared/record/FieldValue.tsx';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import { getOwnUserId } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { SingleColumnPage } from '#renderer/ui/Page.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { AccessLogExportAndVerify } from './AccessLogExportAndVerify.tsx';
import { AccessFilters } from './AccessFilters.tsx';
import { toAccessFilter, type NameOfId } from './filters.ts';
import { Receipt } from './Receipt.tsx';
import styles from './access-log.module.css';
import { ERROR_SENTENCES, type ErrorCode } from '#contract/result.ts';
import type { PrintOutcome } from '#renderer/state/print.ts';

const PRINT_OUTCOMES: Readonly<Record<PrintOutcome, true>> = {
  printed: true,
  cancelled: true,
  failed: true,
  unknown: true,
};

function isPrintOutcome(outcome: string): outcome is PrintOutcome {
  return Object.hasOwn(PRINT_OUTCOMES, outcome);
}

function isErrorCode(outcome: string): outcome is ErrorCode {
  return Object.hasOwn(ERROR_SENTENCES, outcome);
}

/** Returns the outcome of an entry in words; the code itself where a newer Intray wrote one that is unknown here. */
function describeAccessOutcome(
  text: TextFunction,
  { what, outcome }: Pick<AccessEntry, 'what' | 'outcome'>,
): string {
  if (outcome === 'ok') return text('accessLog.ok');
  if (what === 'gap') return text('accessLog.lost', { count: Number(outcome) });
  // `cancelled` is also the code of an error, which says more than that the user closed the print dialog.
  if (what === 'print' && isPrintOutcome(outcome)) return text(`accessLog.prints.${outcome}`);
  return isErrorCode(outcome) ? text(`error.${outcome}`) : outcome;
}

const PAGE = 100;
const SKELETON_ROWS = 6;
const SKELETON_HEIGHT = 32;

/** Hook that returns the names by which rows show ids: those of this computer, and "You". */
function useNamesOfRows(): readonly NameOfId[] {
  const text = useText();
  const { directory, session } = useStores();
  const names = useStore(directory.store, (state) => state.names);
  const own = useStore(session.store, ({ accounts }) => getOwnUserId(accounts));
  return useMemo(
    () => [
      ...(own === null ? [] : [{ id: own, name: text('names.you') }]),
      ...[...names.values()].map(({ id, name, identifier }) => ({ id, name: `${name} ${identifier}` })),
    ],
    [names, own, text],
  );
}

/** The screen of the access log: who opened, searched, printed, exported and changed what here. */
export function AccessLogScreen() {
  const text = useText();
  const { zone } = useDateFormat();
  const { accessFilters } = useStores();
  const filters = useStore(accessFilters.store);
  const names = useNamesOfRows();
  const { filter, isCut } = useMemo(() => toAccessFilter(filters, zone, names), [filters, zone, names]);
  return (
    <SingleColumnPage width="wide">
      <div>
        <h1>{text('screen.access-log')}</h1>
        <p className={styles.lead}>{text('accessLog.lead')}</p>
        <LogState />
      </div>
      <AccessFilters filters={filters} onChange={accessFilters.filter} />
      {isCut && (
        <p className="error-text" role="alert">
          {text('accessLog.tooManyNames', { count: MAX_NAMED_IDS })}
        </p>
      )}
      <AccessLogExportAndVerify filter={filter} />
      <Entries key={JSON.stringify(filter)} filter={filter} />
    </SingleColumnPage>
  );
}

/** Says where the key of the log is kept, and whether entries can be written. */
function LogState() {
  const text = useText();
  const { calls } = useStores();
  const { value } = useQueryResult(useCallback(() => calls['accessLog.state']({}), [calls]));
  if (value === null) return null;
  return (
    <>
      <p className={styles.lead}>{text('accessLog.own')}</p>
      <p className={styles.lead}>
        {value.place === null ? text('accessLog.notOpen') : text(`accessLog.places.${value.place}`)}
      </p>
      {value.problem !== null && <AccessLogSaveError waiting={value.waiting} problem={value.problem} />}
    </>
  );
}

interface AccessLogSaveErrorProps extends Pick<AccessLogState, 'waiting'> {
  readonly problem: NonNullable<AccessLogState['problem']>;
}

function AccessLogSaveError({ waiting, problem }: AccessLogSaveErrorProps) {
  const text = useText();
  return (
    <p className="error-text" role="alert">
      {text('accessLog.waiting', { count: waiting })} {getErrorSentence(problem)}
    </p>
  );
}

function Entries({ filter }: { readonly filter: AccessFilter }) {
  const text = useText();
  const { calls } = useStores();
  // The page on screen shows entries with lower numbers than this one; undefined on the first page.
  const [before, setBefore] = useState<number | undefined>();
  const ask = useCallback(
    () => calls['accessLog.list']({ filter, limit: PAGE, ...(before !== undefined && { before }) }),
    [calls, filter, before],
  );
  const { value, error, retry } = useQueryResult(ask);
  const again = { label: text('list.tryAgain'), run: retry };
  if (error !== null)
    return (
      <EmptyPaneMessage
        role="alert"
        title={text('accessLog.failed')}
        hint={getErrorSentence(error)}
        action={again}
      />
    );
  if (value === null)
    return <Skeleton label={text('accessLog.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
  const { items, next } = value;
  const isOfPerson = filter.user !== undefined || filter.patient !== undefined;
  return (
    <Section level={2} title={text('accessLog.entries')}>
      {items.length === 0 ? (
        <>
          <p className="muted">{text('accessLog.none')}</p>
          {isOfPerson && <p className="muted">{text('accessLog.noneNamed')}</p>}
        </>
      ) : (
        <EntryTable entries={items} />
      )}
      <div className={styles.actions}>
        {before !== undefined && (
          <Button size="small" onPress={() => setBefore(undefined)}>
            {text('accessLog.newest')}
          </Button>
        )}
        {next !== null && (
          <Button size="small" onPress={() => setBefore(next)}>
            {text('accessLog.older')}
          </Button>
        )}
      </div>
    </Section>
  );
}

function IdCell({ id }: { readonly id: string | null }) {
  return id === null ? null : <NamedId id={id} show="end" />;
}

function EntryTable({ entries }: { readonly entries: readonly AccessEntry[] }) {
  const text = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable by keyboard; a fieldset is for fields
    <div className={styles.scroll} role="group" aria-label={text('accessLog.entries')} tabIndex={0}>
      <ObjectListTable
        align="baseline"
        parts={entries}
        columns={[
          { label: text('accessLog.at'), renderCell: ({ at }) => <DateTime at={at} /> },
          { label: text('accessLog.what'), renderCell: ({ what }) => text(`accessLog.kinds.${what}`) },
          { label: text('accessLog.user'), renderCell: ({ user }) => <IdCell id={user} /> },
          {
            label: text('accessLog.record'),
            renderCell: ({ record }) => record !== null && <IdText id={record} show="end" />,
          },
          { label: text('accessLog.patientColumn'), renderCell: ({ patient }) => <IdCell id={patient} /> },
          {
            label: text('accessLog.outcome'),
            renderCell: (entry) => (
              <>
                {describeAccessOutcome(text, entry)}
                {entry.receipt !== null && <Receipt receipt={entry.receipt} />}
              </>
            ),
          },
          {
            label: text('accessLog.number'),
            renderCell: ({ number }) => <span className="tabular">{number}</span>,
          },
        ]}
      />
    </div>
  );
}
