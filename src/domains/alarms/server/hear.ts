import { cabinetEvents } from '#domains/cabinets/contract/events.ts';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { OrderEvent } from '#domains/orders/contract/order.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { severityOfFailures } from '../rules/conditions.ts';
import { clearAlarm, findActive, raiseAlarm } from './alarm-store.ts';
import { failuresValue } from './alarm-words.ts';
import { lookAtCabinets, lookAtRobots } from './look.ts';
import { noteLasting, POS_OF_ROBOT, readFacts } from './read-facts.ts';

/** A device came or went: a robot, or the terminal beside one. */
const presence = subscribe(deviceEvents.presenceChanged, 'alarms.presence', async (tx, { imei }) => {
  const robot = await tx.db.selectFrom('robot').select('id').where('imei', '=', imei).executeTakeFirst();
  if (robot) return lookAtRobots(tx, [robot.id]);
  const beside = await tx.db.selectFrom('pos_terminal').select('robot_id').where('imei', '=', imei).executeTakeFirst();
  if (beside?.robot_id) await lookAtRobots(tx, [beside.robot_id]);
});

const look = (tx: Transaction, { robotId }: { readonly robotId: string }): Promise<void> => lookAtRobots(tx, [robotId]);

const posNetwork = subscribe(
  robotEvents.posNetworkReported,
  'alarms.pos-network',
  async (tx, { robotId, receivedAt, report }) => {
    const since = new Date(receivedAt);
    const subKey = report.pos ?? POS_OF_ROBOT;
    await noteLasting(tx, robotId, { type: 'pos_network', subKey, isBad: !report.reachable, since });
    await lookAtRobots(tx, [robotId]);
  },
);

/** A drink failed, or the next one came out well (practice 12). */
const drinks = subscribe(robotEvents.orderStepReported, 'alarms.drinks', async (tx, { robotId, report }) => {
  if (report.event !== OrderEvent.makeFailed && report.event !== OrderEvent.made) return;
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
});

export const alarmSubscriptions = [
  presence,
  posNetwork,
  drinks,
  subscribe(robotEvents.faultReported, 'alarms.fault', look),
  subscribe(robotEvents.materialRefilled, 'alarms.refilled', look),
  subscribe(cabinetEvents.unitMissing, 'alarms.unit-missing', (tx, { cabinetId }) => lookAtCabinets(tx, [cabinetId])),
  subscribe(cabinetEvents.unitReturned, 'alarms.unit-returned', (tx, { cabinetId }) => lookAtCabinets(tx, [cabinetId])),
];
