import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AckMessage } from '#domains/devices/contract/messages.ts';
import type { MakeOrderArgs } from '#domains/robots/contract/commands.ts';
import type { Fault } from '#domains/robots/contract/messages.ts';

export type DrinkOrder = MakeOrderArgs['drinks'][number];

/** One work order in the machine. */
export interface Job {
  commandId: string;
  orderNo: string;
  pickupCode: string;
  drinks: DrinkOrder[];
  /** By position in `drinks`. */
  states: ('waiting' | 'making' | 'made' | 'failed')[];
  outlet: number | null;
  /** What the command asked to be answered with, decided when it arrived. */
  answers: 'once' | 'twice' | 'never' | { lateMs: number };
}

export interface Container {
  code: string;
  capacity: number;
  level: number;
  /** Emptied on purpose: nobody refills it until asked. */
  leftEmpty: boolean;
}

export interface Outlet {
  outlet: number;
  state: 'notProduced' | 'placed' | 'opened';
  orderNo: string | null;
}

export interface KnownCommand {
  at: number;
  last: AckMessage;
}

/** A message that the broker has not acknowledged yet. */
export interface Unacknowledged {
  id: string;
  topic: string;
  payload: string;
}

/** What a robot keeps in its flash memory, so that neither a pulled plug nor a killed simulator makes it forget. */
export interface RobotMemory {
  containers: Container[];
  outlets: Outlet[];
  jobs: Job[];
  mode: 'normal' | 'maintain';
  faults: Fault[];
  cupsSinceMaintenance: number;
  reportIntervalSeconds: number;
  reportType: 'on_change' | 'scheduled';
  configVersion: number;
  /** Of menu and prices on its screen; none before it was told one. */
  menuVersion?: string;
  /** Somebody has changed its settings at the machine. */
  wasChanged?: boolean;
  /** That it updated itself to; the one of its settings before. */
  firmware?: string;
  /** The broker that it was told to connect to; the one of its settings where it was told none. */
  brokerUrl?: string;
  commands: Record<string, KnownCommand>;
  unacknowledged: Unacknowledged[];
}

export interface KeptMemory {
  readonly memory: RobotMemory;
  /** Writes it down; callers do so before they tell anybody. */
  save(): void;
}

export function openRobotMemory(dataDir: string | undefined, imei: string, fresh: RobotMemory): KeptMemory {
  if (dataDir === undefined) return { memory: fresh, save: () => {} };
  const folder = join(dataDir, 'robots');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${imei}.json`);
  const memory = existsSync(file)
    ? { ...fresh, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<RobotMemory>) }
    : fresh;
  return {
    memory,
    save: () => {
      writeFileSync(`${file}.new`, JSON.stringify(memory), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
