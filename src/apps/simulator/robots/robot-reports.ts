import type { TelemetryData, TemperatureReading } from '#domains/robots/contract/messages.ts';
import type { Random } from '../world/random.ts';
import { USUAL_CONTAINERS } from './containers.ts';
import type { RobotMemory } from './robot-memory.ts';
import type { RobotOptions } from './robot-view.ts';

const PUMPS = ['milk', 'syrup', 'water'] as const;

/** A machine on its first day in the simulation. */
export function freshMemory(options: RobotOptions, random: Random): RobotMemory {
  const containers: NonNullable<RobotOptions['materials']> = options.materials ?? USUAL_CONTAINERS;
  return {
    containers: containers.map(({ code, capacity, level }) => ({
      code,
      capacity,
      level: level ?? capacity,
      leftEmpty: false,
    })),
    outlets: Array.from({ length: options.outlets ?? 4 }, (_, index) => ({
      outlet: index + 1,
      state: 'notProduced',
      orderNo: null,
    })),
    jobs: [],
    mode: 'normal',
    faults: [],
    cupsSinceMaintenance: random.integer(20, 900),
    reportIntervalSeconds: options.reportIntervalSeconds ?? 60,
    reportType: options.reportType ?? 'on_change',
    configVersion: 0,
    commands: {},
    unacknowledged: [],
  };
}

/** A complete telemetry message; temperatures are measured by the caller. */
export function telemetryOf(memory: RobotMemory, temperatures: TemperatureReading[]): TelemetryData {
  return {
    temperatures,
    materials: memory.containers.map(({ code, level }) => ({ code, level })),
    outlets: memory.outlets.map(({ outlet, state }) => ({ outlet, state })),
    window: memory.outlets.some((outlet) => outlet.state === 'opened') ? 'open' : 'closed',
    pumps: PUMPS.map((pump) => ({ pump, ok: !memory.faults.some((fault) => fault.part === `${pump}-pump`) })),
    cupsSinceMaintenance: memory.cupsSinceMaintenance,
  };
}
