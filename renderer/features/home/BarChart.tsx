import { useId, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { CallOutput } from '#contract/api.ts';
import type { Result } from '#contract/result.ts';
import { showListOfLink } from '#renderer/shared/query/open-list.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { moveFocusBetweenButtonsByKey } from '#renderer/ui/keyboard.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { PlainButton } from '#renderer/ui/PlainButton.tsx';
import { getTooltipAttributes } from '#renderer/ui/Tooltip.tsx';
import { findUndercountReason } from './undercount-reason.ts';
import { listChartTableRows, toChartCsv, type Chart, type ChartBar } from './chart-model.ts';
import { drawChartAsPngBase64 } from './chart-picture.ts';
import styles from './chart.module.css';

/** Width of the column with the sentence that shows two values of a bar. */
const SENTENCE_WIDTH = '20em';

interface BarProps {
  readonly bar: ChartBar;
  /** The largest value of the chart, which has the longest bar. */
  readonly most: number;
  /** Whether the Tab key reaches it; the arrow keys reach every bar. */
  readonly isTabStop: boolean;
}

function Bar({ bar, most, isTabStop }: BarProps) {
  const stores = useStores();
  const { label, value, second, shown, link, opens } = bar;
  const content: ReactNode = (
    <>
      <span className={styles.barLabel} dir="auto">
        {label}
      </span>{' '}
      <span className={styles.barTrack} aria-hidden="true">
        {second !== null && (
          <span className={styles.barBehind} style={{ '--bar-share': `${(100 * second) / most}%` }} />
        )}
        {value > 0 && (
          <span className={styles.barFront} style={{ '--bar-share': `${(100 * value) / most}%` }} />
        )}
      </span>
      <span className={styles.barValue}>{shown}</span>
      {opens !== null && <span className="visually-hidden"> {opens}</span>}
    </>
  );
  if (link === null) return <div className={styles.bar}>{content}</div>;
  return (
    <PlainButton
      className={styles.bar}
      excludeFromTabOrder={!isTabStop}
      {...getTooltipAttributes({ words: opens ?? '' })}
      onPress={() => showListOfLink(stores, link)}
    >
      {content}
    </PlainButton>
  );
}

function Bars({ chart: { bars } }: { readonly chart: Chart }) {
  const most = Math.max(1, ...bars.map(({ value, second }) => Math.max(value, second ?? 0)));
  const firstLinked = bars.find(({ link }) => link !== null);
  const hasSecond = bars.some(({ second }) => second !== null);
  const valueWidth = hasSecond
    ? SENTENCE_WIDTH
    : `${Math.max(0, ...bars.map(({ shown }) => shown.length))}ch`;
  const groups = [...Map.groupBy(bars, ({ group }) => group)];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to the arrow keys of the buttons inside
    <div
      className={styles.bars}
      style={{ '--value-width': valueWidth }}
      data-grouped={groups.length > 1 && !hasSecond ? '' : undefined}
      onKeyDown={moveFocusBetweenButtonsByKey}
    >
      {groups.map(([group, members]) => (
        <div key={group}>
          {group !== '' && (
            <h4 className={styles.barGroup} dir="auto">
              {group}
            </h4>
          )}
          <ul>
            {members.map((bar) => (
              <li key={bar.id}>
                <Bar bar={bar} most={most} isTabStop={bar === firstLinked} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function ChartTable({ chart, label }: { readonly chart: Chart; readonly label: string }) {
  return (
    <table className={styles.chartTable} aria-label={label}>
      <thead>
        <tr>
          {chart.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listChartTableRows(chart).map((line) => (
          <tr key={JSON.stringify(line)}>
            {line.map((cell, index) => (
              <td key={chart.columns[index]} dir="auto">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A chart of bars that open their lists, with its table, and buttons that save both. */
export function BarChart({ chart }: { readonly chart: Chart }) {
  const text = useText();
  const { calls, failedAction, health, toasts } = useStores();
  const isPartial = useStore(health.store, (state) => findUndercountReason(state.health) !== null);
  const heading = useId();
  const [hasTable, setHasTable] = useState(false);
  const { title, lead } = chart;
  const isEmpty = chart.bars.every(({ value, second }) => value === 0 && (second ?? 0) === 0);

  function handleSaved(saved: Result<CallOutput<'files.saveText'>>): void {
    failedAction.report('chart', saved.ok ? null : saved.error);
    if (saved.ok && saved.value.isSaved) toasts.showSavedFile(saved.value.path);
  }
  async function saveCsv(): Promise<void> {
    const saved = await calls['files.saveText']({ suggested: 'chart.csv', text: toChartCsv(chart) });
    handleSaved(saved);
  }
  async function savePicture(): Promise<void> {
    const png = drawChartAsPngBase64(chart);
    if (png === null) {
      failedAction.report('chart', { code: 'internal' });
      return;
    }
    const saved = await calls['files.savePicture']({ suggested: 'chart.png', png });
    handleSaved(saved);
  }
  // Keys of their own: with its label as the key, the toggle would be a new button at each press and lose the focus.
  const actions = [
    ['look', text(hasTable ? 'home.showBars' : 'home.showTable'), () => setHasTable(!hasTable)],
    ['png', 'PNG', () => void savePicture()],
    ['csv', 'CSV', () => void saveCsv()],
  ] as const;

  return (
    <section className={styles.chart} aria-labelledby={heading} data-chart={chart.id}>
      <header className={styles.chartHead}>
        <h3 id={heading}>{title}</h3>
        {!isEmpty &&
          actions.map(([key, label, run]) => (
            <Button
              key={key}
              tone="accent"
              size="tiny"
              aria-label={text('home.chartAction', { action: label, title })}
              onPress={run}
            >
              {label}
            </Button>
          ))}
      </header>
      <p className={styles.chartLead}>
        {isEmpty ? text(isPartial ? 'home.chartNotYet' : 'home.chartEmpty') : lead}
      </p>
      {!isEmpty && (hasTable ? <ChartTable chart={chart} label={title} /> : <Bars chart={chart} />)}
    </section>
  );
}
