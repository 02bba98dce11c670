import type { Chart, ChartBar } from './chart-model.ts';

const WIDTH = 800;
const MARGIN = 24;
const ROW = 26;
const LABEL_WIDTH = 220;
/** Width of a count, and of the sentence that shows two values. */
const VALUE_WIDTHS = { count: 80, sentence: 270 } as const;
const SCALE = 2;
/** The pictures have the light colours whatever the theme: they are for documents. */
const COLOURS = { paper: '#ffffff', ink: '#1a1c1e', quiet: '#5a5f66', bar: '#0a6c74', behind: '#bcd9da' };
const FONT = '"Inter Variable", system-ui, sans-serif';

/** A line of the picture: the heading of a group, or a bar. */
type Line = { readonly heading: string } | { readonly bar: ChartBar };

function listLines({ bars }: Chart): readonly Line[] {
  return bars.flatMap((bar, index): readonly Line[] =>
    bar.group === '' || bar.group === bars[index - 1]?.group ? [{ bar }] : [{ heading: bar.group }, { bar }],
  );
}

interface BarMeasures {
  /** The largest value of the chart. */
  readonly most: number;
  /** In pixels. */
  readonly valueWidth: number;
}

function drawBar(
  context: CanvasRenderingContext2D,
  bar: ChartBar,
  top: number,
  { most, valueWidth }: BarMeasures,
): void {
  const left = MARGIN + LABEL_WIDTH;
  const room = WIDTH - MARGIN - valueWidth - left;
  const draw = (value: number, colour: string): void => {
    context.fillStyle = colour;
    context.fillRect(left, top + 6, Math.max(value > 0 ? 2 : 0, (room * value) / most), ROW - 12);
  };
  if (bar.second !== null) draw(bar.second, COLOURS.behind);
  draw(bar.value, COLOURS.bar);
  context.fillStyle = COLOURS.ink;
  context.font = `13px ${FONT}`;
  context.fillText(bar.label, MARGIN, top + 17, LABEL_WIDTH - 12);
  context.fillText(bar.shown, WIDTH - MARGIN - valueWidth + 10, top + 17, valueWidth - 10);
}

/**
 * Draws a chart as a PNG picture.
 * @returns its bytes as base64, or null where the page cannot draw
 */
export function drawChartAsPngBase64(chart: Chart): string | null {
  const lines = listLines(chart);
  const canvas = document.createElement('canvas');
  const height = MARGIN * 2 + 56 + lines.length * ROW;
  canvas.width = WIDTH * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.scale(SCALE, SCALE);
  context.fillStyle = COLOURS.paper;
  context.fillRect(0, 0, WIDTH, height);
  context.fillStyle = COLOURS.ink;
  context.font = `600 16px ${FONT}`;
  context.fillText(chart.title, MARGIN, MARGIN + 14, WIDTH - 2 * MARGIN);
  context.fillStyle = COLOURS.quiet;
  context.font = `12px ${FONT}`;
  context.fillText(chart.lead, MARGIN, MARGIN + 36, WIDTH - 2 * MARGIN);
  const most = Math.max(1, ...chart.bars.map(({ value, second }) => Math.max(value, second ?? 0)));
  const hasSecond = chart.bars.some(({ second }) => second !== null);
  const valueWidth = VALUE_WIDTHS[hasSecond ? 'sentence' : 'count'];
  for (const [index, line] of lines.entries()) {
    const top = MARGIN + 56 + index * ROW;
    if ('bar' in line) {
      drawBar(context, line.bar, top, { most, valueWidth });
    } else {
      context.fillStyle = COLOURS.quiet;
      context.font = `600 12px ${FONT}`;
      context.fillText(line.heading, MARGIN, top + 18, WIDTH - 2 * MARGIN);
    }
  }
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}
