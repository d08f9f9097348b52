import type { MaterialLevel } from '#domains/robots/contract/messages.ts';
import type { Random } from '../world/random.ts';
import type { Container } from './robot-memory.ts';

/** Levels in the material's unit: g, ml or pieces. */
export interface Portion {
  code: string;
  amount: number;
}

/** What a robot is filled with when nobody says otherwise. */
export const USUAL_CONTAINERS: readonly { code: string; capacity: number }[] = [
  { code: 'beans', capacity: 2_000 },
  { code: 'water', capacity: 20_000 },
  { code: 'ice', capacity: 6_000 },
  { code: 'syrup', capacity: 1_500 },
  { code: 'milk', capacity: 8_000 },
  { code: 'cup', capacity: 200 },
  { code: 'lid', capacity: 200 },
  { code: 'powder', capacity: 1_500 },
];

/** A drink without its lid is still a drink: these never stop the machine (practice 13, auxiliary materials). */
const DISPENSABLE: ReadonlySet<string> = new Set(['lid', 'paper']);
const UNKNOWN_CAPACITY = 5_000;

export interface Containers {
  /** The first material of the recipe of which there is not enough. */
  missing(recipe: readonly Portion[]): string | undefined;
  /** What one drink really takes: portions vary by a few per cent. */
  draw(recipe: readonly Portion[], share: number): Portion[];
  empty(code: string): void;
  /** So much is left of it. */
  leave(code: string, level: number): void;
  /** Fills up; answers with what changed. */
  refill(code?: string): MaterialLevel[];
  /** Codes that a service visit would fill up. */
  runningLow(): string[];
}

export function createContainers(containers: Container[], random: Random): Containers {
  const find = (code: string): Container => {
    const known = containers.find((container) => container.code === code);
    if (known) return known;
    // A recipe may name what this machine was not told about; it then has a full container of it.
    const added = { code, capacity: UNKNOWN_CAPACITY, level: UNKNOWN_CAPACITY, leftEmpty: false };
    containers.push(added);
    return added;
  };
  const levelOf = ({ code, level }: Container): MaterialLevel => ({ code, level });
  return {
    missing: (recipe) => recipe.find(({ code, amount }) => find(code).level < amount && !DISPENSABLE.has(code))?.code,
    draw: (recipe, share) =>
      recipe.map(({ code, amount }) => {
        const container = find(code);
        // Pieces and small portions are exact, a pour is not.
        const varied = amount < 20 ? amount : amount * (0.98 + random.next() * 0.04);
        const taken = Math.min(container.level, Math.round(varied * share));
        container.level -= taken;
        return { code, amount: taken };
      }),
    empty: (code) => {
      const container = find(code);
      container.level = 0;
      container.leftEmpty = true;
    },
    leave: (code, level) => {
      const container = find(code);
      container.level = Math.min(level, container.capacity);
    },
    refill: (code) => {
      const filled = code === undefined ? containers : [find(code)];
      for (const container of filled) {
        container.level = container.capacity;
        container.leftEmpty = false;
      }
      return filled.map(levelOf);
    },
    runningLow: () =>
      containers
        .filter(({ level, capacity, leftEmpty }) => !leftEmpty && level < capacity * 0.12)
        .map(({ code }) => code),
  };
}
