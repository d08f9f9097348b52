import { type WatchedCabinet, watchedCabinets } from '#domains/cabinets/server/index.ts';
import { isOpenAt } from '#domains/spots/rules/opening-hours.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { conditionsOf, severityOfMissing, severityOfSilence } from '../rules/conditions.ts';
import {
  type AlarmRow,
  type AlarmSource,
  clearAlarm,
  clearAlarms,
  findActive,
  type Raised,
  raiseAlarm,
  raiseAlarms,
  type ToClear,
  type ToRaise,
} from './alarm-store.ts';
import { plainValue, unitsValue } from './alarm-words.ts';
import { groupSpots } from './group-spot.ts';
import { readFacts, type SeenRobot } from './read-facts.ts';

const keyOf = ({ type, subKey }: { readonly type: string; readonly subKey: string }): string => `${type}/${subKey}`;

/** Compares whether some cabinets are there, and what is missing of their units, with their alarms. */
export async function lookAtCabinets(tx: Transaction, cabinetIds: readonly string[]): Promise<void> {
  if (cabinetIds.length === 0) return;
  const seen = new Map((await watchedCabinets(tx.db, cabinetIds)).map((one) => [one.cabinetId, one]));
  const active = Map.groupBy(await findActive(tx.db, cabinetIds), ({ cabinet_id }) => cabinet_id);
  for (const id of cabinetIds) {
    const one = seen.get(id);
    const troubles = one ? troublesOf(one, tx.now()) : [];
    const left = new Map((active.get(id) ?? []).map((alarm) => [alarm.type, alarm]));
    for (const raised of troubles) {
      const alarm = left.get(raised.type);
      left.delete(raised.type);
      if (one) await raiseAlarm(tx, sourceOf(one), raised, alarm);
    }
    for (const alarm of left.values()) await clearAlarm(tx, alarm, one ? 'over' : 'gone');
  }
}

const sourceOf = ({ cabinetId, imei, name, spotId, spotStatus, isEnabled }: WatchedCabinet): AlarmSource => ({
  ...{ kind: 'cabinet', id: cabinetId, imei, name, spotId },
  silent: spotStatus === 'suspended' || !isEnabled,
});

function troublesOf(cabinet: WatchedCabinet, now: Date): Raised[] {
  const { isAway, tellsAway, missing, spotStatus, openingTimes, timeZone } = cabinet;
  const troubles: Raised[] = [];
  if (isAway && tellsAway) {
    const inBusiness = spotStatus !== 'suspended' && isOpenAt(openingTimes, now, timeZone);
    const severity = severityOfSilence(inBusiness);
    troubles.push({ type: 'cabinet_heartbeat', subKey: '', severity, ...plainValue('') });
  }
  if (missing.length > 0)
    troubles.push({
      ...{ type: 'missing_unit', subKey: '', severity: severityOfMissing(missing.length) },
      ...unitsValue(missing),
    });
  return troubles;
}

/** Compares what is known of some robots with their alarms: raises what is new, goes on with what lasts, ends what is over. */
export async function lookAtRobots(tx: Transaction, robotIds: readonly string[]): Promise<void> {
  if (robotIds.length === 0) return;
  const seen = new Map((await readFacts(tx, robotIds)).map((one) => [one.robot.id, one]));
  const active = Map.groupBy(await findActive(tx.db, robotIds), ({ source_id }) => source_id);
  const toRaise: ToRaise[] = [];
  const toClear: ToClear[] = [];
  for (const robotId of robotIds) {
    const alarms = active.get(robotId) ?? [];
    const one = seen.get(robotId);
    if (!one) {
      for (const alarm of alarms) toClear.push({ alarm, why: 'gone' });
      continue;
    }
    const known = new Map(alarms.map((alarm) => [keyOf({ type: alarm.type, subKey: alarm.sub_key }), alarm]));
    const left = new Set<AlarmRow>(alarms);
    for (const condition of conditionsOf(one.facts, tx.now())) {
      const { type, subKey, severity, verdict } = condition;
      const alarm = known.get(keyOf(condition));
      if (alarm) left.delete(alarm);
      if (verdict === 'raise')
        toRaise.push({
          source: one.robot,
          raised: { type, subKey, severity, ...one.valueOf(type, subKey) },
          active: alarm,
        });
      else if (alarm && verdict === 'clear') toClear.push({ alarm, why: 'over' });
      else if (alarm && alarm.silent !== one.robot.silent)
        toRaise.push({ source: one.robot, raised: { ...asRaised(alarm), type, subKey }, active: alarm });
    }
    for (const alarm of left) {
      // failed drinks are told of one by one
      const { type, sub_key: subKey } = alarm;
      if (type !== 'make_failure') toClear.push({ alarm, why: 'over' });
      else if (!one.facts.isOn('alarmMakeFailure')) toClear.push({ alarm, why: 'switched-off' });
      else if (alarm.silent !== one.robot.silent)
        toRaise.push({ source: one.robot, raised: { ...asRaised(alarm), type, subKey }, active: alarm });
    }
  }
  await raiseAlarms(tx, toRaise);
  await clearAlarms(tx, toClear);
  await groupSpots(tx, spotsOf([...seen.values()], [...active.values()].flat()));
}

/** Spots where something about a connection may have changed. */
function spotsOf(seen: readonly SeenRobot[], active: readonly AlarmRow[]): string[] {
  const silent = seen.filter(({ facts }) => facts.isKnown && !facts.online).map(({ robot }) => robot.spotId);
  const known = active.filter(({ type }) => type === 'heartbeat').map(({ spot_id }) => spot_id);
  return [...new Set([...silent, ...known])].sort();
}

const asRaised = ({ severity, value, value_zh }: AlarmRow) => ({
  ...{ severity: severity as 'minor' | 'major' | 'critical', value, valueZh: value_zh },
});
