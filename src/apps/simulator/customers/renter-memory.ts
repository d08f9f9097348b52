import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a customer does with his power bank. */
export const RENTER_HABITS = ['returns', 'elsewhere', 'forgets', 'keeps'] as const;
export type RenterHabit = (typeof RENTER_HABITS)[number];

/** A unit that is with a customer of the simulator. */
export interface HeldRental {
  readonly tenantId: string;
  readonly spotId: string;
  readonly orderNo: string;
  readonly serial: string;
  readonly from: string;
  readonly habit: RenterHabit;
  /** When he brings it back, ISO; null: never. */
  backAt: string | null;
}

/** Customers keep what they have in their pockets, whatever happens to the simulator. */
export function openRenterMemory(dataDir: string | undefined): { held: HeldRental[]; save(): void } {
  if (dataDir === undefined) return { held: [], save: () => {} };
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'renters.json');
  const held = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as HeldRental[]) : [];
  return {
    held,
    save: () => {
      writeFileSync(`${file}.new`, JSON.stringify(held), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
