import { sql } from 'kysely';
import type * as z from 'zod';
import { cabinetEvents } from '#domains/cabinets/contract/events.ts';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { orderEvents } from '#domains/orders/contract/events.ts';
import { OrderEvent } from '#domains/orders/contract/order.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe, subscribeToMany } from '#platform/events/server/subscribe.ts';
import { severityOfFailures } from '../rules/conditions.ts';
import { type AlarmRow, clearAlarm, findActive, raiseAlarm } from './alarm-store.ts';
import { failuresValue } from './alarm-words.ts';
import { lookAtCabinets, lookAtRobots } from './look.ts';
import { noteLasting, POS_OF_ROBOT, readFacts } from './read-facts.ts';

/** Devices came or went: robots, the terminals beside some, or cabinets. */
const presence = subscribeToMany(deviceEvents.presenceChanged, 'alarms.presence', async (tx, facts) => {
  const imeis = [...new Set(facts.map(({ imei }) => imei))];
  const { rows } = await sql<{ robot_id: string }>`
    select id as robot_id from robot where tenant_id = ${THIS_TENANT} and imei = any(${imeis}::text[])
    union
    select robot_id from pos_terminal
     where tenant_id = ${THIS_TENANT} and imei = any(${imeis}::text[]) and robot_id is not null`.execute(tx.db);
  await lookAt(
    tx,
    rows.map(({ robot_id }) => robot_id),
  );
  const cabinets = await tx.db
    .selectFrom('cabinet')
    .select('id')
    .where('imei', 'in', imeis)
    .where('spot_id', 'is not', null)
    .orderBy('id')
    .execute();
  await lookAtCabinets(
    tx,
    cabinets.map(({ id }) => id),
  );
});

/** In one order, so that two deliveries that look at the same robots wait for each other. */
const lookAt = (tx: Transaction, robotIds: readonly string[]): Promise<void> =>
  lookAtRobots(tx, [...new Set(robotIds)].sort());

const look = (tx: Transaction, facts: readonly { readonly robotId: string }[]): Promise<void> =>
  lookAt(
    tx,
    facts.map(({ robotId }) => robotId),
  );

const posNetwork = subscribeToMany(robotEvents.posNetworkReported, 'alarms.pos-network', async (tx, facts) => {
  const noted = facts.map(({ robotId, receivedAt, report }) => ({
    ...{ robotId, type: 'pos_network' as const, subKey: report.pos ?? POS_OF_ROBOT },
    ...{ isBad: !report.reachable, since: new Date(receivedAt) },
  }));
  await noteLasting(tx, noted);
  await look(tx, facts);
});

/** Drinks failed, as their order has taken it over (practice 12): what it refused, such as a word of another robot, is no failure. */
const drinksFailed = subscribe(orderEvents.makeFailed, 'alarms.drinks-failed', async (tx, fact) => {
  const robotId = await robotOf(tx, fact.deviceImei);
  const failed = await drinksOf(tx, fact, OrderEvent.makeFailed);
  if (robotId === undefined || failed === 0) return;
  const [seen] = await readFacts(tx, [robotId]);
  if (!seen?.facts.isOn('alarmMakeFailure')) return;
  const active = await findFailures(tx, robotId);
  const inARow = (active?.count ?? 0) + failed;
  const raised = { type: 'make_failure', subKey: '', severity: severityOfFailures(inARow), events: failed } as const;
  await raiseAlarm(tx, seen.robot, { ...raised, ...failuresValue(inARow) }, active);
});

/** The next drink came out well. */
const drinksMade = subscribe(orderEvents.made, 'alarms.drinks-made', async (tx, fact) => {
  const robotId = await robotOf(tx, fact.deviceImei);
  const active = robotId === undefined ? undefined : await findFailures(tx, robotId);
  if (active && (await drinksOf(tx, fact, OrderEvent.made)) > 0) await clearAlarm(tx, active, 'made');
});

const robotOf = async (tx: Transaction, imei: string): Promise<string | undefined> =>
  (await tx.db.selectFrom('robot').select('id').where('imei', '=', imei).executeTakeFirst())?.id;

const findFailures = async (tx: Transaction, robotId: string): Promise<AlarmRow | undefined> =>
  (await findActive(tx.db, [robotId])).find(({ type }) => type === 'make_failure');

/**
 * Of how many drinks the robot itself has said so, by a report or by refusing its work order. What people, the stock or a lost
 * connection decided does not count.
 */
async function drinksOf(
  tx: Transaction,
  { orderNo, deviceImei, at }: z.infer<typeof orderEvents.made.payload>,
  code: OrderEvent,
): Promise<number> {
  const { rows } = await sql<{ drinks: number }>`
    select coalesce(jsonb_array_length(event.detail->'drinks'),
                    (select count(*) from order_drink drink
                      where drink.tenant_id = ${THIS_TENANT} and drink.order_no = ${orderNo}))::integer as drinks
      from order_event event
     where event.tenant_id = ${THIS_TENANT} and event.order_no = ${orderNo} and event.code = ${code} and event.at = ${at}::timestamptz
       and (event.source = 'robot'
         or event.source = 'system' and exists (
              select from device_command command
               where command.tenant_id = ${THIS_TENANT} and command.imei = ${deviceImei} and command.order_no = ${orderNo}
                 and command.cmd = 'makeOrder' and command.state = 'failed'))`.execute(tx.db);
  return rows[0]?.drinks ?? 0;
}

export const alarmSubscriptions = [
  presence,
  posNetwork,
  drinksFailed,
  drinksMade,
  subscribeToMany(robotEvents.faultReported, 'alarms.fault', look),
  subscribeToMany(robotEvents.materialRefilled, 'alarms.refilled', look),
  subscribe(cabinetEvents.unitMissing, 'alarms.unit-missing', (tx, { cabinetId }) => lookAtCabinets(tx, [cabinetId])),
  subscribe(cabinetEvents.unitReturned, 'alarms.unit-returned', (tx, { cabinetId }) => lookAtCabinets(tx, [cabinetId])),
];
