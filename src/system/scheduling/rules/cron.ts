import { CRON_FIELDS, type CronField } from '#system/scheduling/contract/cron.ts';
import { type FieldValues, isEveryValue, parseField, type SpecialDays } from '#system/scheduling/rules/cron-field.ts';

/** A checked expression, every field spelled out as plain values. */
export interface CronExpression {
  /** With `?` where it belongs, names in capitals, as many fields as were given. */
  readonly normalised: string;
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly months: readonly number[];
  /** `null`: any year. */
  readonly years: readonly number[] | null;
  /** `null` when weekdays decide. */
  readonly days: (SpecialDays & { readonly plain: readonly number[] }) | null;
  /** Monday 1 to Sunday 7; `null` when days of the month decide. */
  readonly weekdays: readonly number[] | null;
  /** The hour field covers all 24 hours: clock changes are then followed in real time (practice 17.4). */
  readonly everyHour: boolean;
}

export type CronReading =
  | { readonly valid: true; readonly expression: CronExpression }
  | { readonly valid: false; readonly because: 'field-invalid'; readonly field: CronField; readonly text: string }
  | { readonly valid: false; readonly because: 'field-count'; readonly count: number }
  /** Both day and week are restricted, or neither is set. */
  | { readonly valid: false; readonly because: 'day-or-week' };

/** Reads an expression of six or seven fields (practice 17.2). A fault names its field. */
export function readCron(text: string): CronReading {
  const fields = text.trim().toUpperCase().split(/\s+/);
  if (fields.length < 6 || fields.length > 7) {
    return { valid: false, because: 'field-count', count: text.trim() === '' ? 0 : fields.length };
  }
  const parsed = new Map<CronField, FieldValues>();
  for (const [i, field] of CRON_FIELDS.entries()) {
    const given = fields[i];
    if (given === undefined || (given === '?' && (field === 'day' || field === 'week'))) continue;
    const values = parseField(field, given);
    if (values === null) return { valid: false, because: 'field-invalid', field, text: given };
    parsed.set(field, values);
  }
  const choice = chooseDayOrWeek(fields[3] ?? '', fields[5] ?? '');
  if (choice === null) return { valid: false, because: 'day-or-week' };
  const [day, week] = choice;
  const valuesOf = (field: CronField): readonly number[] => parsed.get(field)?.values ?? [];
  const days = parsed.get('day');
  const hours = valuesOf('hours');
  return {
    valid: true,
    expression: {
      normalised: fields.with(3, day).with(5, week).join(' '),
      seconds: valuesOf('seconds'),
      minutes: valuesOf('minutes'),
      hours,
      months: valuesOf('month'),
      years: fields[6] === undefined || fields[6] === '*' ? null : valuesOf('year'),
      days: day === '?' || !days ? null : { plain: days.values, ...days.special },
      weekdays: week === '?' ? null : valuesOf('week'),
      everyHour: isEveryValue('hours', hours),
    },
  };
}

/** `*` beside a restricted field becomes `?`, `* *` becomes `* ?`; two restrictions, or none at all, are refused. */
function chooseDayOrWeek(day: string, week: string): readonly [string, string] | null {
  if (day === '?' && week === '?') return null;
  if (day === '?' || week === '?') return [day, week];
  if (week === '*') return [day, '?'];
  return day === '*' ? ['?', week] : null;
}
