import type { FieldFault } from '../form-dialog/form-state.ts';
import { clockJump } from '../time/clock-jump.ts';
import type { TimeStyle } from '../time/format-time.ts';
import { formatWall } from '../time/format-wall.ts';
import { instantsAt, wallText } from '../time/zoned.ts';

/** Stands for what is typed only in part: not empty, and nothing that a schema takes for a date. */
export const UNFINISHED = 'unfinished';

/** What is typed: `yyyy-MM-dd`, `yyyy-MM-ddTHH:mm`, or `HH:mm`. */
export type DateKind = 'day' | 'dayTime' | 'clock';

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Neither typed in part nor a time that spring skips. */
export function isInstant(value: string): boolean {
  return !WALL.test(value) && !Number.isNaN(Date.parse(value));
}

/** The wall clock of a value that is an instant, or a time that spring skips. */
export function wallOf(value: string, timeZone: string): string {
  if (value === UNFINISHED || WALL.test(value)) return value;
  const at = Date.parse(value);
  return Number.isNaN(at) ? '' : wallText(at, timeZone);
}

/**
 * The ISO instant of a time on the tenant's wall clock; of two the one that stood there before, else the first. A time that spring
 * skips stays a wall time, which `dateTimeFault` explains and no schema takes.
 */
export function valueOfWall(wall: string, timeZone: string, before: string): string {
  if (!WALL.test(wall)) return wall;
  const instants = instantsAt(wall, timeZone);
  const at = instants.find((one) => one === Date.parse(before)) ?? instants[0];
  return at === undefined ? wall : new Date(at).toISOString();
}

/** Values of the same kind, so they compare as texts do. */
interface Bounds {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

export function dayFault(value: unknown, { min, max }: Bounds, style: TimeStyle): FieldFault | undefined {
  if (typeof value !== 'string' || value === '' || value === UNFINISHED) return unfinishedDay(value);
  if (min && value < min) return { key: 'dateTooEarly', facts: { minimum: formatWall(min, style) } };
  if (max && value > max) return { key: 'dateTooLate', facts: { maximum: formatWall(max, style) } };
  return undefined;
}

export function dateTimeFault(value: unknown, { min, max }: Bounds, style: TimeStyle): FieldFault | undefined {
  if (typeof value !== 'string' || value === '' || value === UNFINISHED) return unfinishedDay(value);
  if (WALL.test(value)) {
    const { before, after } = clockJump(value, style.timeZone);
    return {
      key: 'timeSkipped',
      facts: {
        time: formatWall(value.slice(11), style),
        before: formatWall(before, style),
        after: formatWall(after, style),
      },
    };
  }
  const shown = (instant: string) => formatWall(wallText(Date.parse(instant), style.timeZone), style);
  if (min && Date.parse(value) < Date.parse(min)) return { key: 'dateTooEarly', facts: { minimum: shown(min) } };
  if (max && Date.parse(value) > Date.parse(max)) return { key: 'dateTooLate', facts: { maximum: shown(max) } };
  return undefined;
}

/** For fields without bounds. */
export function unfinishedDay(value: unknown): FieldFault | undefined {
  return value === UNFINISHED ? { key: 'dateUnfinished' } : undefined;
}

export function clockFault(value: unknown): FieldFault | undefined {
  return value === UNFINISHED ? { key: 'timeUnfinished' } : undefined;
}
