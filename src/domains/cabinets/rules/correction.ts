import type { Correction, UnitState } from '../contract/codes.ts';

/**
 * What staff make of a unit by saying what they found (inventory D16): found is in its slot where it lies in one, else in service hands;
 * nothing where that is known already, and for a unit in a slot, which cannot be missing.
 */
export function correctedState(
  { state, slot }: { readonly state: UnitState; readonly slot: number | null },
  correction: Correction,
): UnitState | undefined {
  const next = { found: slot === null ? 'in_service' : 'in_slot', broken: 'broken', missing: 'missing' } as const;
  const wanted = next[correction];
  if (wanted === state || (correction === 'missing' && slot !== null)) return undefined;
  if (correction === 'found' && state === 'in_slot') return undefined;
  return wanted;
}
