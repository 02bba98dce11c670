import type { CompletionRequestsAndMedian, CompletionRequestRow } from '#contract/completion-requests.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { formatCompletionRequestKey } from '#contract/completion-requests.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { formatDuration } from '#renderer/ui/format.ts';
import { toRequestDurationChart, type RequestBar } from './history-model.ts';
import { formatRequestState } from './RequestLabels.tsx';
import { PlainButton } from '#renderer/ui/PlainButton.tsx';
import styles from './requests.module.css';

interface RequestDurationChartProps {
  readonly by: 'form' | 'patient';
  readonly history: CompletionRequestsAndMedian;
}

/** From this position on, the label of the typical duration is to the left of its line. */
const LABEL_LEFT_FROM = 0.6;
const formatPercent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Bar chart of the newest requests' durations, with the typical duration as a vertical line. */
export function RequestDurationChart({ by, history }: RequestDurationChartProps) {
  const text = useText();
  const now = useCurrentTime();
  const { median } = history.completed;
  const drawing = toRequestDurationChart(history.items, median, now);
  if (drawing.bars.length === 0) return null;
  return (
    <div className={styles.history}>
      {median !== null && drawing.median !== null && (
        <div className={styles.historyUsual} aria-hidden="true">
          <span className={styles.historyUsualPlace}>
            <span
              className={styles.historyUsualWords}
              data-late={drawing.median > LABEL_LEFT_FROM ? '' : undefined}
              style={{ insetInlineStart: formatPercent(drawing.median) }}
            >
              {text('requests.history.usualMark', { span: formatDuration(median) })}
            </span>
          </span>
        </div>
      )}
      <ul aria-label={text('requests.history.chart')}>
        {drawing.bars.map((bar) => (
          <li key={formatCompletionRequestKey(bar.row)}>
            <HistoryBar by={by} bar={bar} median={drawing.median} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface HistoryBarProps {
  readonly by: 'form' | 'patient';
  readonly bar: RequestBar;
  readonly median: number | null;
}

/**
 * Opens the other side of a request: the patient if the history is a form's, the form if it is a patient's.
 */
function useOther(by: 'form' | 'patient'): (row: CompletionRequestRow) => void {
  const { view } = useStores();
  const open = useGoToRecord();
  return ({ form, patient }) => (by === 'form' ? view.openRelated(patient) : open('form', form));
}

function HistoryBar({ by, bar: { row, openUntil, until, tookMs }, median }: HistoryBarProps) {
  const text = useText();
  const format = useDateFormat();
  const now = useCurrentTime();
  const goTo = useOther(by);
  const formName = row.formName || text('requests.formGone');
  const span = formatDuration(tookMs);
  const isOpen = row.state === 'open';
  const asked = row.requestedAt === null ? '' : format.dateTime(row.requestedAt);
  return (
    <PlainButton className={styles.historyRow} onPress={() => goTo(row)}>
      <span className={styles.historyWho}>
        {by === 'form' ? <NamedId id={row.patient} show="end" /> : <bdi>{formName}</bdi>}
      </span>
      <span className="visually-hidden">
        {text('requests.history.bar', { asked, state: formatRequestState(text, row, now, format) })}
      </span>
      <span className={styles.historyTrack} aria-hidden="true">
        <span
          className={styles.historyBar}
          data-state={row.state}
          style={{ width: formatPercent(openUntil) }}
        />
        {until > openUntil && (
          <span
            className={styles.historyBetween}
            style={{ insetInlineStart: formatPercent(openUntil), width: formatPercent(until - openUntil) }}
          />
        )}
        {median !== null && (
          <span className={styles.historyMedian} style={{ insetInlineStart: formatPercent(median) }} />
        )}
      </span>
      <span className={styles.historySpan}>
        {isOpen ? text('requests.history.barWaits', { span }) : span}
      </span>
    </PlainButton>
  );
}
