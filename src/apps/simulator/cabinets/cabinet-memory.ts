import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownCommand, Unacknowledged } from '../robots/robot-memory.ts';

export interface HeldUnit {
  serial: string;
  soc: number;
  cycles: number;
}

export interface HeldSlot {
  slot: number;
  unit: HeldUnit | null;
  broken: boolean;
}

/** What a cabinet keeps in its flash memory; what lies in its slots lies there without power too. */
export interface CabinetMemory {
  slots: HeldSlot[];
  events: number;
  commands: Record<string, KnownCommand>;
  unacknowledged: Unacknowledged[];
  configVersion: number;
  reportIntervalSeconds: number;
}

export function openCabinetMemory(
  dataDir: string | undefined,
  imei: string,
  fresh: CabinetMemory,
): { memory: CabinetMemory; save(): void } {
  if (dataDir === undefined) return { memory: fresh, save: () => {} };
  const folder = join(dataDir, 'cabinets');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${imei}.json`);
  const memory = existsSync(file)
    ? { ...fresh, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<CabinetMemory>) }
    : fresh;
  return {
    memory,
    save: () => {
      writeFileSync(`${file}.new`, JSON.stringify(memory), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
