import { globSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_TESTS } from './server-tests.ts';

// What `npm run test:citus` runs on a cluster (docs/scale.md): the chosen files each time, and a part of all others, which are too many
// for each time. The day says which part, so in as many days as there are parts all of them have run.

/** Short ones about what a cluster does otherwise. */
export const CITUS_FILES: readonly string[] = [
  'src/platform/database/server/on-a-cluster.test.ts',
  'src/platform/database/server/migrations-on-a-cluster.test.ts',
  'src/platform/database/server/reach-people.test.ts',
  'src/system/sign-in/server/login-on-a-cluster.test.ts',
  'src/domains/orders/server/order-history.test.ts',
  'src/domains/robots/server/robot-census.test.ts',
  'src/domains/spots/server/spot-calls.test.ts',
  'src/domains/beverages/server/stock.test.ts',
  'src/domains/coupons/server/coupons.test.ts',
  'src/system/archive/server/archive.test.ts',
  'src/apps/server/schedules.test.ts',
  'src/system/departments/server/departments.test.ts',
];

/** A journey through the console: it starts the demo, distributes it and starts it again, so not each part has it. */
const JOURNEY = 'e2e/journey.test.ts';
const JOURNEY_EACH = 5;

/** As many that one is run, with the chosen files, within seven minutes on two slow cores. */
const PARTS = 20;

/** The third of twenty is written `3/20`. */
export interface Part {
  readonly nth: number;
  readonly of: number;
}

export const partInWords = ({ nth, of }: Part): string => `${nth}/${of}`;

/** That of the day, unless `CITUS_PART` names one: `3/20`, or `1/1` for all. */
export function partToRun(asked: string | undefined, now: Date): Part {
  if (asked === undefined || asked === '') return { nth: (dayOfYear(now) % PARTS) + 1, of: PARTS };
  const [nth, of] = (/^(\d{1,3})\/(\d{1,3})$/.exec(asked) ?? []).slice(1).map(Number);
  if (!nth || !of || nth > of) throw new Error(`CITUS_PART is a part such as 3/20, not ${asked}`);
  return { nth, of };
}

const DAY_MS = 86_400_000;
const dayOfYear = (now: Date): number => Math.floor((now.getTime() - Date.UTC(now.getUTCFullYear(), 0, 1)) / DAY_MS);

/** All files of the server, in an order that is the same everywhere. */
export const filesOfServer = (): string[] =>
  [...new Set(globSync([...SERVER_TESTS], { cwd: join(import.meta.dirname, '..') }))]
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** Neighbours go to different parts: files of one slice take equally long. */
export function filesOfPart({ nth, of }: Part, files: readonly string[]): string[] {
  const others = files.filter((file) => !CITUS_FILES.includes(file));
  const own = others.filter((_, at) => at % of === nth - 1);
  // the last part has it, and each fifth before
  return (of - nth) % JOURNEY_EACH === 0 ? [...own, JOURNEY] : own;
}
