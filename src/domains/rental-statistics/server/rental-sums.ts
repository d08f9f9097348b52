import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { quarterOf } from '#domains/order-sums/rules/quarters.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Currency } from '#platform/money/contract/currency.ts';

/** Stands for all spots and cabinets together in `rental_quarter`. */
export const ALL = '00000000-0000-0000-0000-000000000000';

export interface RentalRange {
  /** A quarter of an hour begins there; all local days do. */
  readonly from: Date;
  /** Exclusive, anywhere. */
  readonly to: Date;
  /** Null: all spots. */
  readonly spotIds: readonly string[] | null;
  readonly cabinetId?: string | undefined;
  /** What a reader with data rules sees of the rentals, over the row `record`: then the rentals themselves are read. */
  readonly ruled?: Expression<SqlBool> | undefined;
}

export interface RentalSum {
  readonly at: Date | null;
  readonly cabinetId: string | null;
  readonly currency: Currency;
  readonly lent: number;
  readonly closed: number;
  readonly returned: number;
  readonly returnedSeconds: number;
  readonly arrived: number;
  readonly ended: number;
  readonly paidMinor: number;
  readonly refundedMinor: number;
  readonly notLent: number;
}

export interface SumParts {
  /** Local hours or days; without it the range is one. */
  readonly bucket?: { readonly unit: 'hour' | 'day' | 'hourOfDay'; readonly timeZone: string };
  readonly eachCabinet?: boolean;
}

const SUMS = [
  ...['lent', 'lent_rest', 'closed', 'closed_rest', 'returned', 'returned_seconds', 'arrived', 'ended'],
  ...['fee_minor', 'paid_minor', 'refunded_minor', 'not_lent'],
];
const COUNTED = sql.join(SUMS.map((name) => sql.ref(name)));
const COUNTED_OF_FACT = sql.join(SUMS.map((name) => sql.ref(`fact.${name}`)));

/** What happened in a range, as rows to group further: whole quarters from their sums, what is cut and what rules narrow from the rentals. */
export function rentalFacts(range: RentalRange, eachCabinet = range.cabinetId !== undefined): RawBuilder<unknown> {
  const { from, to, ruled } = range;
  if (ruled) return plainFacts(range);
  const whole = quarterOf(to);
  const parts = [
    ...(from < whole ? [summedFacts({ ...range, to: whole }, eachCabinet)] : []),
    ...(whole < to ? [plainFacts({ ...range, from: whole < from ? from : whole })] : []),
  ];
  return parts.length === 0 ? plainFacts(range) : sql`(${sql.join(parts, sql` union all `)})`;
}

function summedFacts({ from, to, spotIds, cabinetId }: RentalRange, eachCabinet: boolean): RawBuilder<unknown> {
  const spots = spotIds === null ? undefined : sql`spot_id = any(${[...spotIds]}::uuid[])`;
  const cabinet = cabinetId === undefined ? sql`true` : sql`cabinet_id = ${cabinetId}::uuid`;
  const all = !eachCabinet && spotIds === null && cabinetId === undefined;
  const which = all ? sql`spot_id = ${ALL}::uuid` : (spots ?? sql`spot_id <> ${ALL}::uuid`);
  const time = sql`tenant_id = ${THIS_TENANT} and quarter >= ${from}::timestamptz and quarter < ${to}::timestamptz`;
  return sql`(select quarter, cabinet_id, currency, ${COUNTED} from rental_quarter where ${time} and ${which} and ${cabinet}
    union all
    select quarter, cabinet_id, currency, ${COUNTED} from rental_quarter_delta where ${time} and ${spots ?? sql`true`} and ${cabinet})`;
}

/** The same from the rentals one by one. */
export function plainFacts({ from, to, spotIds, cabinetId, ruled }: RentalRange): RawBuilder<unknown> {
  const within = (column: string) =>
    sql`(${sql.ref(`record.${column}`)} >= ${from}::timestamptz and ${sql.ref(`record.${column}`)} < ${to}::timestamptz)`;
  const spots = spotIds === null ? sql`true` : sql`record.spot_id = any(${[...spotIds]}::uuid[])`;
  return sql`(select date_bin('15 minutes', fact.at, timestamptz '2000-01-01 00:00:00+00') as quarter, fact.cabinet_id,
                     record.currency, ${COUNTED_OF_FACT}
    from rental_order record
   cross join lateral rental_facts(record.cabinet_id, record.return_cabinet_id, record.created_at, record.started_at,
     record.returned_at, record.ended_at, record.not_lent, record.fee_minor, record.paid_minor, record.refunded_minor) fact
   where record.tenant_id = ${THIS_TENANT} and fact.at >= ${from}::timestamptz and fact.at < ${to}::timestamptz
     and (${sql.join(['created_at', 'started_at', 'returned_at', 'ended_at'].map(within), sql` or `)})
     and ${spots} and ${ruled ?? sql`true`}
     and ${cabinetId === undefined ? sql`true` : sql`fact.cabinet_id = ${cabinetId}::uuid`})`;
}

/** Sums over exactly the rentals that the reader may see. */
export async function sumRentals(db: TenantDb, range: RentalRange, parts: SumParts = {}): Promise<RentalSum[]> {
  const { bucket, eachCabinet = false } = parts;
  const at =
    bucket === undefined
      ? sql`null::timestamptz`
      : bucket.unit === 'hourOfDay'
        ? // an instant stands for the hour of the day, counted from the epoch
          sql`to_timestamp(extract(hour from quarter at time zone ${bucket.timeZone}) * 3600)`
        : sql`date_trunc(${bucket.unit}, quarter, ${bucket.timeZone})`;
  const { rows } = await sql<Record<string, string | null> & { at: Date | null }>`
    select ${at} as at, ${eachCabinet ? sql`cabinet_id::text` : sql`null::text`} as cabinet, currency,
           sum(lent) as lent, sum(closed) as closed, sum(returned) as returned, sum(returned_seconds) as seconds,
           sum(arrived) as arrived, sum(ended) as ended, sum(paid_minor) as paid, sum(refunded_minor) as refunded,
           sum(not_lent) as not_lent
      from ${rentalFacts(range, eachCabinet || range.cabinetId !== undefined)} as facts
     group by 1, 2, 3
    having (sum(lent), sum(closed), sum(returned), sum(arrived), sum(ended), sum(not_lent)) <> (0, 0, 0, 0, 0, 0)`.execute(
    db,
  );
  return rows.map((row) => ({
    at: row.at,
    cabinetId: row['cabinet'] ?? null,
    currency: row['currency'] as Currency,
    lent: Number(row['lent']),
    closed: Number(row['closed']),
    returned: Number(row['returned']),
    returnedSeconds: Number(row['seconds']),
    arrived: Number(row['arrived']),
    ended: Number(row['ended']),
    paidMinor: Number(row['paid']),
    refundedMinor: Number(row['refunded']),
    notLent: Number(row['not_lent']),
  }));
}

/** For how long units were with customers in an hour of the day, and how much time there was. */
export interface HourOfUse {
  readonly cabinetId: string | null;
  readonly hour: number;
  /** Unit seconds with customers. */
  readonly outSeconds: number;
  /** Seconds of the range that fall into this hour of the day. */
  readonly seconds: number;
}

export interface UseParts {
  readonly timeZone: string;
  /** Null: all together. */
  readonly cabinetIds: readonly string[] | null;
  /** Without its hours a range is one: hour 0. */
  readonly byHour?: boolean;
}

/**
 * Walks through the hours of a range with the number of units that are out: those that are out now less what came and went since it
 * began, and what came and went within. Exact to the second, for the sums know how much of its quarter each event left.
 */
export async function hoursOfUse(
  db: TenantDb,
  range: RentalRange,
  { timeZone, cabinetIds, byHour = true }: UseParts,
): Promise<HourOfUse[]> {
  const { from, to } = range;
  if (from >= to) return [];
  const each = cabinetIds !== null;
  const key = each ? sql`cabinet_id` : sql`${ALL}::uuid`;
  const starts = byHour ? hourStarts(range) : [from];
  const ends = [...starts.slice(1), to];
  const { rows } = await sql<{ cabinet: string; place: number; net: string; gain: string }>`
    select cabinet, place, sum(net) as net, sum(gain) as gain from (
      select ${key} as cabinet, 0 as place, lent as net, 0 as gain from ${openRentals(range)} as rented
      union all
      select ${key}, 0, closed - lent, 0 from ${rentalFacts({ ...range, to: AFTER_ALL }, each)} as since
      union all
      select part.cabinet, part.place, part.net,
             part.rest + part.net * extract(epoch from (${ends}::timestamptz[])[part.place] - part.quarter - interval '15 minutes')
        from (select ${key} as cabinet, quarter, width_bucket(quarter, ${starts}::timestamptz[]) as place, lent - closed as net,
                     lent_rest - closed_rest as rest
                from ${rentalFacts(range, each)} as facts) as part
    ) as events group by 1, 2`.execute(db);
  const hourOf = starts.map((at) => (byHour ? localHour(at, timeZone) : 0));
  const events = Map.groupBy(rows, ({ cabinet }) => cabinet);
  return (cabinetIds ?? [ALL]).flatMap((cabinet) => {
    const at = new Map((events.get(cabinet) ?? []).map((row) => [row.place, row]));
    const sums = new Map<number, { outSeconds: number; seconds: number }>();
    let out = Number(at.get(0)?.net ?? 0);
    for (const [index, start] of starts.entries()) {
      const { net = 0, gain = 0 } = at.get(index + 1) ?? {};
      const seconds = ((ends[index] ?? to).getTime() - start.getTime()) / 1_000;
      const hour = hourOf[index] ?? 0;
      const sum = sums.get(hour) ?? { outSeconds: 0, seconds: 0 };
      sums.set(hour, { outSeconds: sum.outSeconds + out * seconds + Number(gain), seconds: sum.seconds + seconds });
      out += Number(net);
    }
    return [...sums].map(([hour, { outSeconds, seconds }]) => ({
      ...{ cabinetId: each ? cabinet : null, hour, seconds, outSeconds: Math.max(0, outSeconds) },
    }));
  });
}

/** Later than whatever happened. */
const AFTER_ALL = new Date('9999-01-01T00:00:00Z');

/** Rentals whose units are with customers, in the columns of facts. */
function openRentals({ spotIds, cabinetId, ruled }: RentalRange): RawBuilder<unknown> {
  return sql`(
    select record.cabinet_id, 1 as lent from rental_order record
     where record.tenant_id = ${THIS_TENANT} and record.started_at is not null and record.returned_at is null and record.ended_at is null
       and ${spotIds === null ? sql`true` : sql`record.spot_id = any(${[...spotIds]}::uuid[])`}
       and ${cabinetId === undefined ? sql`true` : sql`record.cabinet_id = ${cabinetId}::uuid`} and ${ruled ?? sql`true`})`;
}

const HOUR_MS = 3_600_000;
/** Hours begin on a quarter in every zone, some of them beside those of others; clocks that move begin one anew. */
function hourStarts({ from, to }: RentalRange): Date[] {
  return Array.from(
    { length: Math.ceil((to.getTime() - from.getTime()) / HOUR_MS) },
    (_, index) => new Date(from.getTime() + index * HOUR_MS),
  );
}
const localHour = (at: Date, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).hour;
