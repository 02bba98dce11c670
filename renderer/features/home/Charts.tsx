import { useEffect } from 'react';
import { useStore } from 'zustand';
import { ShowLazy, createLazyComponent } from '#renderer/shared/lazy.tsx';
import { areQueuesCountedOrFailed } from '#renderer/state/home/home.ts';
import { useFirstStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useFirstText } from '#renderer/text/first-text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import styles from './chart.module.css';

/** The queues above the charts are read first. */
const CHART_GRID = createLazyComponent(async () => (await import('./ChartGrid.tsx')).ChartGrid);

const SKELETON_ROWS = 8;
const SKELETON_HEIGHT = 28;

/** The charts of the home screen, counted while they are on screen. */
export function Charts() {
  const text = useFirstText();
  const { charts, home } = useFirstStores();
  const { numbers, error } = useStore(charts.store);
  // Both are counted on one thread, and reading the code takes time too: the queues are what the user reads first.
  const areQueuesCounted = useStore(home.store, areQueuesCountedOrFailed);
  useEffect(() => {
    if (!areQueuesCounted) return undefined;
    void CHART_GRID.load();
    return charts.show();
  }, [areQueuesCounted, charts]);
  const skeleton = (
    <Skeleton label={text('home.countingCharts')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
  );
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
      {numbers === null && error === null && skeleton}
      {numbers !== null && <ShowLazy component={CHART_GRID} props={{ numbers }} placeholder={skeleton} />}
    </section>
  );
}
