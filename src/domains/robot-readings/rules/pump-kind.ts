import type { PumpReading } from '#domains/robots/contract/messages.ts';

const KINDS = ['milk', 'syrup', 'other'] as const;
type PumpKind = (typeof KINDS)[number];

/** Pumps by what they pump (domain 3): robots name them after it, such as `milk`, `milk-2` and `syrup-vanilla`. */
export function pumpsByKind(
  pumps: readonly PumpReading[],
): { readonly kind: PumpKind; readonly pumps: readonly PumpReading[] }[] {
  const kindOf = ({ pump }: PumpReading): PumpKind => KINDS.find((kind) => pump.startsWith(kind)) ?? 'other';
  return KINDS.map((kind) => ({ kind, pumps: pumps.filter((pump) => kindOf(pump) === kind) })).filter(
    (group) => group.pumps.length > 0,
  );
}
