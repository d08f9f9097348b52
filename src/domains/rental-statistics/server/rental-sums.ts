import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { quarterOf } from '#domains/orders/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
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
  const time = sql`quarter >= ${from}::timestamptz and quarter < ${to}::timestamptz`;
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
   where fact.at >= ${from}::timestamptz and fact.at < ${to}::timestamptz
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

/**
 * Walks through the quarters of a range with the number of units that are out: those that were out when it began, and what came
 * and went since. Exact to the second, for the sums know how much of its quarter each event left.
 */
export async function hoursOfUse(
  db: TenantDb,
  range: RentalRange,
  { timeZone, cabinetIds }: { timeZone: string; cabinetIds: readonly string[] | null },
): Promise<HourOfUse[]> {
  const { from, to } = range;
  if (from >= to) return [];
  const each = cabinetIds !== null;
  const key = each ? sql`cabinet_id` : sql`${ALL}::uuid`;
  const before = rentalFacts({ ...range, from: new Date(0), to: from }, each);
  const { rows } = await sql<{ cabinet: string; hour: string; out: string; seconds: string }>`
    with began as (
      select ${key} as cabinet_id, sum(lent - closed) as out from ${before} as facts group by 1
    ), sums as (
      select ${key} as cabinet_id, quarter, sum(lent - closed) as net, sum(lent_rest - closed_rest) as rest
        from ${rentalFacts(range, each)} as facts group by 1, 2
    ), wanted as (
      select unnest(${each ? [...cabinetIds] : [ALL]}::uuid[]) as cabinet_id
    ), walk as (
      select wanted.cabinet_id, at, coalesce(net, 0) as net, coalesce(rest, 0) as rest,
             least(900, extract(epoch from ${to}::timestamptz - at)) as seconds,
             coalesce(began.out, 0) + coalesce(sum(net) over (partition by wanted.cabinet_id order by at
               rows between unbounded preceding and 1 preceding), 0) as out
        from wanted
       cross join generate_series(${from}::timestamptz, ${lastQuarter(to)}::timestamptz, interval '15 minutes') as at
        left join sums on sums.cabinet_id = wanted.cabinet_id and sums.quarter = at
        left join began on began.cabinet_id = wanted.cabinet_id
    )
    select cabinet_id as cabinet, extract(hour from at at time zone ${timeZone}) as hour,
           -- of the quarter that is cut, what lies beyond is taken off again
           sum(out * seconds + rest - net * (900 - seconds)) as out, sum(seconds) as seconds
      from walk group by 1, 2`.execute(db);
  return rows.map((row) => ({
    cabinetId: each ? row.cabinet : null,
    hour: Number(row.hour),
    outSeconds: Math.max(0, Number(row.out)),
    seconds: Number(row.seconds),
  }));
}

const lastQuarter = (to: Date): Date => quarterOf(new Date(to.getTime() - 1));
