/** One place of the horizontal axis, such as an hour or a day. */
export interface ChartPoint {
  /** Below the axis, as short as can be. */
  readonly label: string;
  /** In the card, in full. */
  readonly title: string;
  /** The rows that its figures counted, those before aside. */
  readonly to?: string | undefined;
}

export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  /** Null where there is nothing yet, such as the hours to come. */
  readonly values: readonly (number | null)[];
  /** The rows that each value counted, where series count different ones. */
  readonly to?: readonly (string | undefined)[];
  /** The period before, behind the others. */
  readonly isGhost?: boolean;
}

export interface ChartData {
  readonly points: readonly ChartPoint[];
  readonly series: readonly ChartSeries[];
  /** Lines for what is measured again and again, steps for what jumps from one value to the next; bars, unless said, for what adds up. */
  readonly shape?: 'bars' | 'lines' | 'steps';
  /** A value in words, with its unit. */
  readonly format: (value: number) => string;
  /** The same as short as can be, for the axis. */
  readonly formatShort: (value: number) => string;
}

/** Whether anything was drawn at all, the period before aside. */
export function isEmpty({ series }: Pick<ChartData, 'series'>): boolean {
  return series.filter(({ isGhost }) => !isGhost).every(({ values }) => values.every((value) => !value));
}
