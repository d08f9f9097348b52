import { scaleLinear } from 'd3-scale';
import type { ChartSeries } from './chart-data.ts';

export interface ValueAxis {
  readonly top: number;
  /** Round numbers from 0 to the top. */
  readonly ticks: readonly number[];
}

const LINES = 4;

/** From 0 to a round number above the largest value; whole numbers below ten lines of one. Where there is nothing, 0 alone. */
export function valueAxis(series: readonly ChartSeries[]): ValueAxis {
  const largest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  if (largest === 0) return { top: 1, ticks: [0] };
  const scale = scaleLinear([0, largest], [0, 1]).nice(LINES);
  const [, top = largest] = scale.domain();
  const ticks = scale.ticks(LINES).filter(Number.isInteger);
  return { top, ticks };
}

/** Which of `count` labels are written where each takes `each` pixels: every second, third, … and always the first. */
export function writtenLabels(count: number, width: number, each: number): readonly number[] {
  const room = Math.max(1, Math.floor(width / each));
  const step = [1, 2, 3, 4, 6, 7, 12, 14, 24, 30, 60, 90].find((one) => count / one <= room) ?? count;
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}
