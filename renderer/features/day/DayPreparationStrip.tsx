import { useStore } from 'zustand';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import type { MissingPdf, PreparedDay, DayPreparationState } from '#renderer/state/day/day-prepare.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Disclosure } from '#renderer/ui/Disclosure.tsx';
import { formatPreparedDay, formatPreparationStep } from './labels.ts';
import styles from './day.module.css';
import { Status } from '#renderer/ui/Status.tsx';

/** Progress and result of preparing the day. */
export function DayPreparationStrip() {
  const { prepare } = useStores().day;
  const state = useStore(prepare.store);
  if (state.phase === 'idle') return null;
  return (
    <section className={styles.dayStrip} data-phase={state.phase}>
      <PreparationProgressOrResult state={state} />
    </section>
  );
}

function PreparationProgressOrResult({
  state,
}: {
  readonly state: Exclude<DayPreparationState, { phase: 'idle' }>;
}) {
  const text = useText();
  const { prepare } = useStores().day;
  const hide = (
    <Button size="small" tone="quiet" onPress={prepare.dismiss}>
      {text('prepare.hide')}
    </Button>
  );
  switch (state.phase) {
    case 'running':
      return (
        <>
          <Status>{formatPreparationStep(text, state)}</Status>
          {state.total > 0 && (
            <progress value={state.done} max={state.total} aria-label={text('prepare.run')} />
          )}
          <Button size="small" onPress={prepare.cancel}>
            {text('prepare.stop')}
          </Button>
        </>
      );
    case 'stopped':
      return (
        <>
          <Status>{text('prepare.stopped')}</Status>
          {hide}
        </>
      );
    case 'failed':
      return (
        <>
          <p role="alert">
            {text('prepare.failed')} {getErrorSentence(state.error)}
          </p>
          {hide}
        </>
      );
    case 'done':
      return (
        <>
          <PreparedDaySummary prepared={state.prepared} />
          {hide}
        </>
      );
  }
}

function PreparedDaySummary({ prepared }: { readonly prepared: PreparedDay }) {
  const text = useText();
  const { date, asOf } = useDateFormat();
  const now = useCurrentTime();
  const { syncError, outdated, missing } = prepared;
  const when = prepared.asOf === null ? null : asOf(prepared.asOf, now);
  return (
    <div className={styles.dayPrepared}>
      <Status className={styles.dayPreparedSentence} data-part="prepared">
        {formatPreparedDay(text, prepared, { day: date(prepared.span.from), when })}
      </Status>
      {syncError !== null && <p>{getErrorSentence(syncError)}</p>}
      {outdated > 0 && <p>{text('prepare.stale', { count: outdated })}</p>}
      {missing.length > 0 && (
        <Disclosure title={text('prepare.missingTitle')} hint={String(missing.length)}>
          {() => <MissingPdfList missing={missing} />}
        </Disclosure>
      )}
    </div>
  );
}

function MissingPdfList({ missing }: { readonly missing: readonly MissingPdf[] }) {
  const text = useText();
  const open = useGoToRecord();
  return (
    <ul className={styles.dayMissing}>
      {missing.map(({ id, name, patient, error }) => (
        <li key={id}>
          <Button size="small" tone="quiet" onPress={() => open('requisition', id)}>
            <bdi>{name || text('requisition.unnamed')}</bdi>
          </Button>
          {patient !== '' && <NamedId id={patient} show="end" />}
          <span className="muted">
            {error === null
              ? text('prepare.unsent')
              : error.code === 'not-found'
                ? text('prepare.notFetched')
                : getErrorSentence(error)}
          </span>
        </li>
      ))}
    </ul>
  );
}
