import type { ResultDurations } from '#contract/home-procedures.ts';
import { quoteSearchValue } from '#contract/search/syntax.ts';
import { toEpochMs } from '#contract/time.ts';
import {
  getRequisitionStatusLabel,
  getRequisitionTypeLabel,
} from '#renderer/shared/record/requisition-status.tsx';
import {
  STATUSES_CHARTED_BY_AGE,
  listStatusAgeBars,
  listFormBarsByOldestRequestAge,
  listNotificationBars,
  listReviewDeadlineBars,
  type HomeChartCounts,
} from '#renderer/state/home/charts.ts';
import type { ListLink } from '#renderer/state/home/list-links.ts';
import { WHOLE_WORKLIST_QUERY } from '#renderer/state/requisitions/worklist-query.ts';
import type { TextFunction } from '#renderer/text/text.ts';
import { createDateFormat, formatCount, formatDaysWithOneDecimal } from '#renderer/ui/format.ts';

/** One bar of a chart. */
export interface ChartBar {
  /** Id of the bar, unique in its chart. */
  readonly id: string;
  /** The heading over the bars that belong together; empty for a chart without such headings. */
  readonly group: string;
  readonly label: string;
  readonly value: number;
  /** A larger second value, shown behind the first; null without one. */
  readonly second: number | null;
  /** The bar's values as text. */
  readonly shown: string;
  /** The list of what the bar counts, or of what `opens` names; null where no search finds that. */
  readonly link: ListLink | null;
  /** What the list has, where that is not what the bar measures; null where the bar counts the rows of its list. */
  readonly opens: string | null;
}

/** A chart: its title, its bars, and the column headings of its table. */
export interface Chart {
  readonly id: 'ages' | 'durations' | 'weeks' | 'forms' | 'notifications';
  readonly title: string;
  readonly lead: string;
  /** The headings of the columns of its table: group where there are groups, label, value, second value. */
  readonly columns: readonly string[];
  readonly bars: readonly ChartBar[];
}

const DAY_MS = 86_400_000;

interface CountedBar {
  readonly name: string;
  readonly link: ListLink;
}

function toCountBars(
  bars: readonly CountedBar[],
  values: readonly number[],
  getLabel: (name: string, index: number) => string,
  group = '',
): readonly ChartBar[] {
  return bars.map(({ name, link }, index) => {
    const value = values[index] ?? 0;
    return {
      id: `${group} ${name}`,
      group,
      label: getLabel(name, index),
      value,
      second: null,
      shown: formatCount(value),
      link,
      opens: null,
    };
  });
}

function createAgesChart(text: TextFunction, { ages }: HomeChartCounts): Chart {
  return {
    id: 'ages',
    title: text('home.chart.ages.title'),
    lead: text('home.chart.ages.lead'),
    columns: [text('home.column.status'), text('home.column.age'), text('home.column.requisitions')],
    bars: STATUSES_CHARTED_BY_AGE.flatMap((status) => {
      const bars = listStatusAgeBars(status);
      const labels = bars.map(({ name }) => text(`home.age.${name}`));
      return toCountBars(
        bars,
        ages[status],
        (_, index) => labels[index] ?? '',
        text(`home.agedStatus.${status}`),
      );
    }).filter(({ group }, _, all) => all.some((bar) => bar.group === group && bar.value > 0)),
  };
}

function createWeeksChart(text: TextFunction, { weeks, user }: HomeChartCounts): Chart {
  const bars = listReviewDeadlineBars(user);
  const labels = bars.map(({ name }) => text(`home.week.${name}`));
  return {
    id: 'weeks',
    title: text(user === null ? 'home.chart.weeks.titleOfAll' : 'home.chart.weeks.title'),
    lead: text('home.chart.weeks.lead'),
    columns: [text('home.column.deadline'), text('home.column.requisitions')],
    bars: toCountBars(bars, weeks, (_, index) => labels[index] ?? ''),
  };
}

function createFormsChart(text: TextFunction, { forms }: HomeChartCounts): Chart {
  const bars = listFormBarsByOldestRequestAge();
  const labels = bars.map(({ name }) => text(`home.age.${name}`));
  return {
    id: 'forms',
    title: text('home.chart.forms.title'),
    lead: text('home.chart.forms.lead'),
    columns: [text('home.column.waiting'), text('home.column.forms')],
    bars: toCountBars(bars, forms, (_, index) => labels[index] ?? ''),
  };
}

function createNotificationsChart(text: TextFunction, { notifications, today }: HomeChartCounts): Chart {
  const { date } = createDateFormat('UTC');
  return {
    id: 'notifications',
    title: text('home.chart.notifications.title'),
    lead: text('home.chart.notifications.lead'),
    columns: [text('home.column.day'), text('home.column.notifications')],
    bars: toCountBars(listNotificationBars(today), notifications, (day) =>
      date(toEpochMs(Date.parse(`${day}T00:00Z`))),
    ),
  };
}

/** Returns milliseconds as days with one decimal. */
function toDays(ms: number): number {
  return Math.round((ms / DAY_MS) * 10) / 10;
}

/** The list of all requisitions with results of a type at a facility; none where one of the two is missing, which no search finds. */
function toResultsOfTypeAndFacility(
  text: TextFunction,
  { type, serviceFacility }: Pick<ResultDurations['groups'][number], 'type' | 'serviceFacility'>,
  getName: (id: string) => string,
): Pick<ChartBar, 'link' | 'opens'> {
  if (type === '' || serviceFacility === '') return { link: null, opens: null };
  return {
    link: {
      screen: 'requisitions',
      query: {
        ...WHOLE_WORKLIST_QUERY,
        tab: 'results_received',
        text: `type:${quoteSearchValue(type)} facility:${quoteSearchValue(serviceFacility)}`,
      },
    },
    opens: text('home.durationOpens', {
      type: getRequisitionTypeLabel(text, type),
      facility: getName(serviceFacility),
      status: getRequisitionStatusLabel(text, 'results_received'),
    }),
  };
}

function createDurationsChart(
  text: TextFunction,
  { durations: { groups, sampled } }: HomeChartCounts,
  getName: (id: string) => string,
): Chart {
  return {
    id: 'durations',
    title: text('home.chart.durations.title'),
    lead: text('home.chart.durations.lead', { count: sampled }),
    columns: [
      text('home.column.facility'),
      text('home.column.type'),
      text('home.column.median'),
      text('home.column.slow'),
    ],
    bars: groups
      .toSorted((left, right) => (left.serviceFacility < right.serviceFacility ? -1 : 1))
      .map(({ type, serviceFacility, sampleSize, median, percentile90 }) => ({
        id: JSON.stringify([type, serviceFacility]),
        group: serviceFacility === '' ? text('home.noFacility') : getName(serviceFacility),
        label: text('home.durationLabel', { type: getRequisitionTypeLabel(text, type), count: sampleSize }),
        value: toDays(median),
        second: toDays(percentile90),
        shown: text('home.durationShown', {
          median: formatDaysWithOneDecimal(toDays(median)),
          slow: formatDaysWithOneDecimal(toDays(percentile90)),
        }),
        ...toResultsOfTypeAndFacility(text, { type, serviceFacility }, getName),
      })),
  };
}

/**
 * Returns the charts of the home screen.
 * @param getName returns the name of a facility
 */
export function createCharts(
  text: TextFunction,
  numbers: HomeChartCounts,
  getName: (id: string) => string,
): readonly Chart[] {
  return [
    createAgesChart(text, numbers),
    createWeeksChart(text, numbers),
    createDurationsChart(text, numbers, getName),
    createFormsChart(text, numbers),
    createNotificationsChart(text, numbers),
  ];
}

/** Returns the rows of a chart's table, each as a list of cells. */
export function listChartTableRows({ columns, bars }: Chart): readonly (readonly string[])[] {
  return bars.map(({ group, label, value, second }) => {
    const values = [String(value), ...(second === null ? [] : [String(second)])];
    const hasGroup = columns.length > 1 + values.length;
    return [...(hasGroup ? [group] : []), label, ...values];
  });
}

/** Quotes a cell of a CSV file; one that a spreadsheet would run as a formula gets an apostrophe in front. */
function toCsvCell(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a chart's table as CSV. */
export function toChartCsv(chart: Chart): string {
  return [chart.columns, ...listChartTableRows(chart)]
    .map((line) => `${line.map(toCsvCell).join(',')}\r\n`)
    .join('');
}
