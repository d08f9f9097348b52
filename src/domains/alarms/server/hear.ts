import { sql } from 'kysely';
import { cabinetEvents } from '#domains/cabinets/contract/events.ts';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { OrderEvent } from '#domains/orders/contract/order.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe, subscribeToMany } from '#platform/events/server/subscribe.ts';
import { severityOfFailures } from '../rules/conditions.ts';
import { clearAlarm, findActive, raiseAlarm } from './alarm-store.ts';
import { failuresValue } from './alarm-words.ts';
import { lookAtCabinets, lookAtRobots } from './look.ts';
import { noteLasting, POS_OF_ROBOT, readFacts } from './read-facts.ts';

/** Devices came or went: robots, or the terminals beside some. */
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

/** A drink failed, or the next one came out well (practice 12). */
const drinks = subscribe(
  robotEvents.orderStepReported,
  'alarms.drinks',
  async (tx, { robotId, report }) => {
    const active = (await findActive(tx.db, [robotId])).find(({ type }) => type === 'make_failure');
    if (report.event === OrderEvent.made) {
      if (active) await clearAlarm(tx, active, 'made');
      return;
    }
    const [seen] = await readFacts(tx, [robotId]);
    if (!seen?.facts.isOn('alarmMakeFailure')) return;
    const inARow = (active?.count ?? 0) + 1;
    const raised = { type: 'make_failure', subKey: '', severity: severityOfFailures(inARow), isEvent: true } as const;
    await raiseAlarm(tx, seen.robot, { ...raised, ...failuresValue(inARow) }, active);
  },
  { concerns: ({ report }) => report.event === OrderEvent.makeFailed || report.event === OrderEvent.made },
);

export const alarmSubscriptions = [
  presence,
  posNetwork,
  drinks,
  subscribeToMany(robotEvents.faultReported, 'alarms.fault', look),
  subscribeToMany(robotEvents.materialRefilled, 'alarms.refilled', look),
  subscribe(cabinetEvents.unitMissing, 'alarms.unit-missing', (tx, { cabinetId }) => lookAtCabinets(tx, [cabinetId])),
  subscribe(cabinetEvents.unitReturned, 'alarms.unit-returned', (tx, { cabinetId }) => lookAtCabinets(tx, [cabinetId])),
];
