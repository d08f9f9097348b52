import { MATERIAL_EMPTY } from '#domains/beverages/rules/material-level.ts';
import { maintenanceAlarm } from '#domains/maintenance/rules/countdown.ts';
import type { Fault } from '#domains/robots/contract/messages.ts';
import type { RobotAlarm } from '#domains/robots/contract/robot-alarms.ts';
import type { AlarmType, Severity } from '../contract/alarms.ts';
import { type FittedParts, severityOfFault } from './fault-severity.ts';

/** What is known of a robot now, as far as alarms depend on it. Temperatures are tenths of a degree Celsius. */
export interface RobotFacts {
  /** Never heard of: nothing of it can be missed. */
  readonly isKnown: boolean;
  readonly online: boolean;
  readonly inBusiness: boolean;
  readonly faults: readonly Fault[];
  /** The parts in it, as far as they are known. */
  readonly fitted: FittedParts;
  readonly materials: readonly MaterialFacts[];
  readonly fridgeLimitTenths: number;
  /** Whole days to the next maintenance; null where that was never counted. */
  readonly maintenanceInDays: number | null;
  /** Since when each thing that must last before it counts is bad, or good again. */
  readonly lasting: readonly Lasting[];
  /** Whether the switches of spot and robot are both on (settled 45). */
  isOn(type: RobotAlarm): boolean;
}

export interface MaterialFacts {
  readonly code: string;
  /** A drink on offer cannot be made for want of it. */
  readonly isMissing: boolean;
  readonly level: number;
  readonly lowMark: number;
  readonly capacity: number;
}

export interface Lasting {
  readonly type: 'fridge_temperature' | 'pos_network';
  readonly subKey: string;
  readonly isBad: boolean;
  readonly since: Date;
}

/** `hold`: between the marks, what was before stays. */
export type Verdict = 'raise' | 'clear' | 'hold';

export interface Condition {
  readonly type: AlarmType;
  readonly subKey: string;
  readonly severity: Severity;
  readonly verdict: Verdict;
}

const MINUTE_MS = 60_000;
/** How long a state must last before it counts (practice 12). */
const LASTS_MS: Readonly<Record<Lasting['type'], { readonly bad: number; readonly good: number }>> = {
  fridge_temperature: { bad: 5 * MINUTE_MS, good: 5 * MINUTE_MS },
  pos_network: { bad: 2 * MINUTE_MS, good: MINUTE_MS },
};
/** A low level is over when it stands this share of the container above its mark. */
const ABOVE_LOW = 0.05;
/** Tenths of a degree below the limit. */
const COLD_AGAIN = 10;
const CRITICAL_IN_A_ROW = 3;

/** A switch of domain 3 for each type; maintenance goes by the plan of the robot, and missing units always count. */
export const SWITCH_OF: Readonly<Partial<Record<AlarmType, RobotAlarm>>> = {
  heartbeat: 'alarmHeartbeat',
  missing_material: 'alarmMissingMaterial',
  low_material: 'alarmLowMaterial',
  make_failure: 'alarmMakeFailure',
  fridge_temperature: 'alarmFridgeTemperature',
  sub_device_fault: 'alarmSubDeviceFault',
  pos_network: 'alarmPosNetwork',
  spot_network: 'alarmHeartbeat',
  cabinet_heartbeat: 'alarmHeartbeat',
};

export const faultKey = ({ code, part }: Fault): string => (part === undefined ? code : `${code}/${part}`);
/** The code of a fault from the key of its alarm. */
export const codeOfFault = (key: string): string => key.split('/', 1)[0] ?? key;

/**
 * The table of practice 12 for everything that a robot's state says: raise and clear with their distance, so that a value that
 * swings around its mark makes one alarm. Failed drinks come one by one and are not among them (`severityOfFailures`). What
 * is not listed is over.
 */
export function conditionsOf(facts: RobotFacts, now: Date): Condition[] {
  if (!facts.isKnown) return [];
  const found: Condition[] = [
    {
      ...{ type: 'heartbeat', subKey: '', severity: severityOfSilence(facts.inBusiness) },
      verdict: facts.online ? 'clear' : 'raise',
    },
    ...facts.faults
      .filter((fault) => !isToldAsMaterial(fault, facts.materials))
      .map(
        (fault): Condition => ({
          ...{ type: 'sub_device_fault', subKey: faultKey(fault), verdict: 'raise' },
          severity: severityOfFault(fault, facts.fitted),
        }),
      ),
    ...facts.materials.flatMap(materialConditions),
    ...facts.lasting.map((lasting) => lastingCondition(lasting, now)),
    ...maintenanceConditions(facts.maintenanceInDays),
  ];
  return found.filter(({ type }) => {
    const alarm = SWITCH_OF[type];
    return alarm === undefined || facts.isOn(alarm);
  });
}

/** One cause, one alarm: that a material has run out is told as missing material where drinks cannot be made for want of it. */
const isToldAsMaterial = ({ code, part }: Fault, materials: readonly MaterialFacts[]): boolean =>
  code === MATERIAL_EMPTY && materials.some((material) => material.code === part && material.isMissing);

function materialConditions({ code, isMissing, level, lowMark, capacity }: MaterialFacts): Condition[] {
  const isLow = level < lowMark;
  const missing: Verdict = isMissing ? 'raise' : level > lowMark ? 'clear' : 'hold';
  const low: Verdict = isLow ? 'raise' : level >= lowMark + capacity * ABOVE_LOW ? 'clear' : 'hold';
  return [
    { type: 'missing_material', subKey: code, severity: 'major', verdict: missing },
    // the louder one of the two is enough
    { type: 'low_material', subKey: code, severity: 'minor', verdict: isMissing && low === 'raise' ? 'hold' : low },
  ];
}

/** Due at 0 days, and major from three days beyond (practice 13). */
function maintenanceConditions(days: number | null): Condition[] {
  const due = days === null ? null : maintenanceAlarm(days);
  if (due === null) return [];
  return [{ type: 'maintenance', subKey: '', severity: due === 'overdue' ? 'major' : 'minor', verdict: 'raise' }];
}

/** A device does not answer: worse while there are customers. */
export const severityOfSilence = (inBusiness: boolean): Severity => (inBusiness ? 'critical' : 'major');

const UNITS_OF_MAJOR = 3;
/** Units that a cabinet misses: each is minor, several together are more than a mishap. */
export const severityOfMissing = (units: number): Severity => (units >= UNITS_OF_MAJOR ? 'major' : 'minor');

function lastingCondition({ type, subKey, isBad, since }: Lasting, now: Date): Condition {
  const lasts = now.getTime() - since.getTime();
  const { bad, good } = LASTS_MS[type];
  const verdict: Verdict = isBad ? (lasts >= bad ? 'raise' : 'hold') : lasts >= good ? 'clear' : 'hold';
  return { type, subKey, severity: type === 'fridge_temperature' ? 'critical' : 'major', verdict };
}

/** Whether a fridge is too warm (`true`), cold enough again (`false`), or in between (`undefined`). Tenths of a degree. */
export function isTooWarm(celsiusTenths: number, limitTenths: number): boolean | undefined {
  if (celsiusTenths > limitTenths) return true;
  return celsiusTenths < limitTenths - COLD_AGAIN ? false : undefined;
}

/** Drinks that failed one after another (practice 12). */
export const severityOfFailures = (inARow: number): Severity => (inARow >= CRITICAL_IN_A_ROW ? 'critical' : 'major');
