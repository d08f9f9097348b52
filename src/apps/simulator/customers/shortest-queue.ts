import type { Random } from '../world/random.ts';

/** A robot as somebody sees it who stands before it. */
export interface Machine {
  readonly imei: string;
  /** People before it, the one whose drink is being made included. */
  readonly waiting: number;
}

/**
 * Who stands before which robot. A robot itself knows of one order at a time: the next one waits in the product until the
 * last one is done.
 */
export function createQueues() {
  const waiting = new Map<string, number>();
  const change = (imei: string, by: number): void => void waiting.set(imei, (waiting.get(imei) ?? 0) + by);
  return {
    before: (imeis: readonly string[]): Machine[] => imeis.map((imei) => ({ imei, waiting: waiting.get(imei) ?? 0 })),
    all: (): Record<string, number> => Object.fromEntries([...waiting].filter(([, people]) => people > 0)),
    join: (imei: string): { leaves(): void } => {
      change(imei, 1);
      return { leaves: () => change(imei, -1) };
    },
  };
}

/** Nobody joins a longer one. */
const LONGEST_JOINED = 6;

/**
 * Where a customer queues: at one of the machines with the fewest orders. `tooLong` where he would wait longer than he likes;
 * `none` where no machine is on, which the shop itself will tell him.
 */
export function shortestQueue(
  machines: readonly Machine[],
  random: Random,
): { readonly imei: string } | 'tooLong' | 'none' {
  if (machines.length === 0) return 'none';
  const fewest = Math.min(...machines.map(({ waiting }) => waiting));
  if (fewest > LONGEST_JOINED) return 'tooLong';
  return { imei: random.pick(machines.filter(({ waiting }) => waiting === fewest)).imei };
}
