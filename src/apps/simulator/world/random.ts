/**
 * Every choice of the simulator comes from a seed, so that a run can be repeated (practice 18.1). Identities that must be
 * new for ever (sessions, message ids, idempotency keys) are not choices: they come from `node:crypto`.
 */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Integer in [from, to], both included. */
  integer(from: number, to: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Waiting time until the next event of a Poisson process with this mean. */
  exponential(mean: number): number;
  /** A stream of its own: asking it for more does not disturb the others. */
  stream(label: string): Random;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value ^= text.charCodeAt(index);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}

/** Mulberry32: small, fast and good enough for traffic and faults. */
export function createRandom(seed: number | string): Random {
  const seedText = String(seed);
  let state = hash(seedText);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    integer: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: <T>(values: readonly T[]): T => {
      const chosen = values[Math.floor(next() * values.length)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
    exponential: (mean) => -Math.log(1 - next()) * mean,
    stream: (label) => createRandom(`${seedText}/${label}`),
  };
}
