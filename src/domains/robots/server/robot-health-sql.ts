import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { soldOutInSql } from '#domains/beverages/server/index.ts';
import { ROBOT_HEALTHS, type RobotHealth, SOLD_OUT_STATES } from '#domains/robots/contract/robot-status.ts';
import { readChoice } from '#platform/http/contract/choice.ts';

/**
 * `rules/robot-health.ts` of the row `robot` of a statement that has `joinStock`, for what is counted, narrowed and sorted by it. A
 * robot that has a row of stock wants something.
 */
export const healthInSql: RawBuilder<RobotHealth> = sql<RobotHealth>`(
  case when robot.last_heard_at is null then 'notConnected'
       when not robot.online then 'offline'
       when robot.abnormal then 'fault'
       when ${soldOutInSql} = 'soldOut' then 'soldOut'
       when robot.mode = 'maintain' then 'maintenance'
       when stock.robot_id is not null then 'warning'
       else 'selling' end)`;

/** Worst first. */
export const healthRankInSql: RawBuilder<number> = sql<number>`array_position(${sql.lit(
  `{${ROBOT_HEALTHS.join(',')}}`,
)}::text[], ${healthInSql})`;

/** What sells most first. */
export const soldOutRankInSql: RawBuilder<number> = sql<number>`array_position(${sql.lit(
  `{${SOLD_OUT_STATES.join(',')}}`,
)}::text[], ${soldOutInSql})`;

/** What the text of the filter asks for: `offline,fault`, or `!selling`. */
export const hasHealth = (asked: string): RawBuilder<SqlBool> => isOneOf(healthInSql, asked);

/** The same for how much they can make: `partly,soldOut`. */
export const isSoldOut = (asked: string): RawBuilder<SqlBool> => isOneOf(soldOutInSql, asked);

function isOneOf(value: RawBuilder<string>, asked: string): RawBuilder<SqlBool> {
  const { isNot, values } = readChoice(asked);
  return isNot
    ? sql<SqlBool>`${value} <> all(${[...values]}::text[])`
    : sql<SqlBool>`${value} = any(${[...values]}::text[])`;
}
