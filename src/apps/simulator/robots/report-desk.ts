import type { StateData, TelemetryData } from '#domains/robots/contract/messages.ts';
import type { Random } from '../world/random.ts';
import type { Timers } from '../world/timers.ts';
import type { RobotMemory } from './robot-memory.ts';

export const CHANGES_GATHERED_MS = 800;

export interface ReportSurroundings {
  readonly memory: RobotMemory;
  readonly random: Random;
  readonly timers: Timers;
  state(): StateData;
  telemetry(): TelemetryData;
  sendState(data: StateData): void;
  sendTelemetry(data: TelemetryData): void;
  /** Connected or not, it has power and is not silent. */
  speaks(): boolean;
  isSilent(): boolean;
  /** Something of its own goes along with each report by schedule. */
  alongside(): void;
}

/** What a robot says of itself without being asked: by its schedule, or soon after something has changed. */
export interface ReportDesk {
  /** Its whole state, to be sent at once by who asks for it. */
  fullState(): StateData;
  sayState(): void;
  sayTelemetry(): void;
  sayEverything(): void;
  changed(): void;
  /** From now on by its schedule, as it is now. */
  beat(): void;
  rest(): void;
}

export function createReportDesk(around: ReportSurroundings): ReportDesk {
  const { memory, random, timers } = around;
  let heartbeat: { cancel(): void } | undefined;
  let soon: { cancel(): void } | undefined;
  let said = '';

  const fullState = (): StateData => {
    const state = around.state();
    said = JSON.stringify(state);
    return state;
  };
  const sayState = (): void => around.sendState(fullState());
  const sayTelemetry = (): void => around.sendTelemetry(around.telemetry());
  const sayEverything = (): void => {
    sayState();
    sayTelemetry();
  };
  const rest = (): void => heartbeat?.cancel();
  const beat = (): void => {
    rest();
    heartbeat = timers.after(memory.reportIntervalSeconds * 1000 * (0.95 + random.next() * 0.1), () => {
      if (!around.isSilent()) {
        // reports by schedule tell here what has changed since: an order that was being made is made by now
        if (JSON.stringify(around.state()) !== said) sayState();
        sayTelemetry();
        around.alongside();
      }
      beat();
    });
  };
  return {
    ...{ fullState, sayState, sayTelemetry, sayEverything, beat, rest },
    // gathered for a moment, so that one drink does not become ten messages
    changed: () => {
      if (memory.reportType !== 'on_change' || soon) return;
      soon = timers.after(CHANGES_GATHERED_MS, () => {
        soon = undefined;
        if (around.speaks()) sayEverything();
      });
    },
  };
}
