import type { Transaction } from '#platform/database/server/transaction.ts';
import { conditionsOf } from '../rules/conditions.ts';
import { type AlarmRow, clearAlarm, findActive, raiseAlarm } from './alarm-store.ts';
import { readFacts } from './read-facts.ts';

const keyOf = ({ type, subKey }: { readonly type: string; readonly subKey: string }): string => `${type}/${subKey}`;

/** Compares what is known of some robots with their alarms: raises what is new, goes on with what lasts, ends what is over. */
export async function lookAtRobots(tx: Transaction, robotIds: readonly string[]): Promise<void> {
  const seen = new Map((await readFacts(tx, robotIds)).map((one) => [one.robot.id, one]));
  const active = Map.groupBy(await findActive(tx.db, robotIds), ({ robot_id }) => robot_id);
  for (const robotId of robotIds) {
    const alarms = active.get(robotId) ?? [];
    const one = seen.get(robotId);
    if (!one) {
      for (const alarm of alarms) await clearAlarm(tx, alarm, 'gone');
      continue;
    }
    const known = new Map(alarms.map((alarm) => [keyOf({ type: alarm.type, subKey: alarm.sub_key }), alarm]));
    const left = new Set<AlarmRow>(alarms);
    for (const condition of conditionsOf(one.facts, tx.now())) {
      const { type, subKey, severity, verdict } = condition;
      const alarm = known.get(keyOf(condition));
      if (alarm) left.delete(alarm);
      if (verdict === 'raise')
        await raiseAlarm(tx, one.robot, { type, subKey, severity, ...one.valueOf(type, subKey) }, alarm);
      else if (alarm && verdict === 'clear') await clearAlarm(tx, alarm, 'over');
      else if (alarm && alarm.silent !== one.robot.silent)
        await raiseAlarm(tx, one.robot, { ...asRaised(alarm), type, subKey }, alarm);
    }
    for (const alarm of left) {
      // failed drinks are told of one by one
      if (alarm.type !== 'make_failure') await clearAlarm(tx, alarm, 'over');
      else if (!one.facts.isOn('alarmMakeFailure')) await clearAlarm(tx, alarm, 'switched-off');
    }
  }
}

const asRaised = ({ severity, value, value_zh }: AlarmRow) => ({
  ...{ severity: severity as 'minor' | 'major' | 'critical', value, valueZh: value_zh },
});
