import { MOST_LEVELS } from '../contract/most-levels.ts';

/** Whether lists and objects lie deeper within each other than anything that we take. Looks no deeper than that itself. */
export function isTooDeep(value: unknown, left = MOST_LEVELS): boolean {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}
