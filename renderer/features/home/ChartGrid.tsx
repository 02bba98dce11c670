import { useIdLabelFormatter } from '#renderer/shared/ids/id-labels.ts';
import type { HomeChartCounts } from '#renderer/state/home/charts.ts';
import { useText } from '#renderer/text/text.ts';
import { BarChart } from './BarChart.tsx';
import { createCharts } from './chart-model.ts';
import styles from './chart.module.css';

/** The charts of what was counted, side by side. */
export function ChartGrid({ numbers }: { readonly numbers: HomeChartCounts }) {
  const text = useText();
  const getName = useIdLabelFormatter();
  return (
    <div className={styles.chartGrid}>
      {createCharts(text, numbers, getName).map((chart) => (
        <BarChart key={chart.id} chart={chart} />
      ))}
    </div>
  );
}
