import type { FAULT_SEVERITIES, HARDWARE_KINDS } from '#domains/hardware/contract/hardware-types.ts';
import type { Fault } from '#domains/robots/contract/messages.ts';
import type { Severity } from '../contract/alarms.ts';

export type HardwareKind = (typeof HARDWARE_KINDS)[number];
/** What the types of the parts that are fitted into a robot say of their faults, by kind. */
export type FittedParts = ReadonlyMap<HardwareKind, (typeof FAULT_SEVERITIES)[number]>;

/** Where no part of a kind is fitted (settled 142). */
const USUAL: Readonly<Record<HardwareKind, Severity>> = {
  coffee_maker: 'critical',
  robot_arm: 'critical',
  plc: 'critical',
  ipc: 'critical',
  milk_frother: 'major',
  syrup_maker: 'major',
  ice_maker: 'major',
  food_printer: 'minor',
};

/** Words of robots for the parts of a kind; a robot may say the kind itself as well. */
const PARTS_OF: Readonly<Record<HardwareKind, readonly string[]>> = {
  coffee_maker: ['grinder', 'brewer', 'boiler', 'coffee'],
  robot_arm: ['arm', 'gripper'],
  plc: [],
  ipc: ['computer'],
  milk_frother: ['milk-pump', 'frother', 'milk'],
  syrup_maker: ['syrup-pump', 'syrup'],
  ice_maker: ['ice'],
  food_printer: ['printer'],
};
const KIND_OF = new Map(
  Object.entries(PARTS_OF).flatMap(([kind, parts]) =>
    [kind.replaceAll('_', '-'), ...parts].map((part) => [part, kind as HardwareKind] as const),
  ),
);

/** Faults that stop nothing, whatever they are about. */
const STOPS_NOTHING: ReadonlySet<string> = new Set([
  'door-open',
  'bin-full',
  'cleaning-due',
  'cup-sensor-dirty',
  'descale-due',
]);

/** Whether a robot with this fault works on as before. */
export const stopsNothing = (code: string): boolean => STOPS_NOTHING.has(code);

/** How much a fault of a part weighs (practice 12, "by device table"): as its type says, else as is usual for its kind. */
export function severityOfFault({ code, part }: Fault, fitted: FittedParts): Severity {
  if (stopsNothing(code)) return 'minor';
  const kind = KIND_OF.get((part ?? '').toLowerCase().replaceAll('_', '-'));
  return kind === undefined ? 'major' : (fitted.get(kind) ?? USUAL[kind]);
}
