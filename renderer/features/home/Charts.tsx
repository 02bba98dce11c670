import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useIdLabelFormatter } from '#renderer/shared/ids/id-labels.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { BarChart } from './BarChart.tsx';
import { createCharts } from './chart-model.ts';
import styles from './chart.module.css';

const SKELETON_ROWS = 8;
const SKELETON_HEIGHT = 28;

/** The charts of the home screen, counted while they are on screen. */
export function Charts() {
  const text = useText();
  const { charts } = useStores();
  const { numbers, error } = useStore(charts.store);
  const getName = useIdLabelFormatter();
  useEffect(() => charts.show(), [charts]);
  return (
    <section className={styles.charts} aria-label={text('home.charts')}>
      <h2>{text('home.charts')}</h2>
      {error !== null && (
        <EmptyPaneMessage
          role="alert"
          title={text('home.chartsFailed')}
          hint={getErrorSentence(error)}
          action={{ label: text('list.tryAgain'), run: charts.reloadNow }}
        />
      )}
      {numbers === null && error === null && (
        <Skeleton label={text('home.countingCharts')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
      )}
      {numbers !== null && (
        <div className={styles.chartGrid}>
          {createCharts(text, numbers, getName).map((chart) => (
            <BarChart key={chart.id} chart={chart} />
          ))}
        </div>
      )}
    </section>
  );
}
