import type { RobotEventData } from '#domains/robots/contract/messages.ts';
import type { Timers } from '../world/timers.ts';
import type { RobotMemory } from './robot-memory.ts';

/** Faults of its own that it knows of, and tells. */
export interface FaultDesk {
  /** Clears itself after so many seconds; 0 stays until it is cleared. */
  raise(code: string, part: string, text: string, clearsAfterSeconds: number): void;
  clear(code: string, part: string): void;
}

export function createFaultDesk(around: {
  readonly memory: RobotMemory;
  readonly timers: Timers;
  event(data: RobotEventData): void;
  changed(): void;
  save(): void;
}): FaultDesk {
  const { memory } = around;
  const find = (code: string, part: string): number =>
    memory.faults.findIndex((fault) => fault.code === code && fault.part === part);
  const clear = (code: string, part: string): void => {
    const at = find(code, part);
    if (at < 0) return;
    memory.faults.splice(at, 1);
    around.event({ kind: 'fault', active: false, code, part });
    around.save();
    around.changed();
  };
  return {
    clear,
    raise: (code, part, text, clearsAfterSeconds) => {
      if (find(code, part) < 0) {
        memory.faults.push({ code, part, text });
        around.event({ kind: 'fault', active: true, code, part, text });
        around.save();
      }
      if (clearsAfterSeconds > 0) around.timers.after(clearsAfterSeconds * 1000, () => clear(code, part));
    },
  };
}
