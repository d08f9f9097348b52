import { PATTERN_LETTERS, patternOf, type TimeStyle } from '../../time/format-time.ts';
import type { DateKind } from '../date-value.ts';

const SEGMENTS = {
  yyyy: 'year',
  MM: 'month',
  dd: 'day',
  HH: 'hour',
  hh: 'hour',
  mm: 'minute',
  a: 'dayPeriod',
} as const;

export type SegmentName = (typeof SEGMENTS)[keyof typeof SEGMENTS];

/** Something to type into, or what stands between. */
export type PatternPart = { readonly segment: SegmentName } | { readonly literal: string };

const PART = { day: 'day', dayTime: 'minute', clock: 'clock' } as const;

/** The tenant's format as a row of segments, in the order in which the reader's language says them. */
export function patternParts(
  kind: DateKind,
  style: Pick<TimeStyle, 'timeFormat' | 'language'>,
): readonly PatternPart[] {
  const pattern = patternOf(style, PART[kind]);
  const parts: PatternPart[] = [];
  let read = 0;
  for (const { 0: letters, index } of pattern.matchAll(PATTERN_LETTERS)) {
    if (index > read) parts.push({ literal: pattern.slice(read, index) });
    parts.push({ segment: SEGMENTS[letters as keyof typeof SEGMENTS] });
    read = index + letters.length;
  }
  if (read < pattern.length) parts.push({ literal: pattern.slice(read) });
  return parts;
}
