export type MaterialUnit = 'g' | 'ml' | 'piece';

/** How many of the material's unit one of a written unit holds. */
const UNITS: Readonly<Record<MaterialUnit, Readonly<Record<string, number>>>> = {
  g: { kg: 1_000, g: 1, 千克: 1_000, 公斤: 1_000, 克: 1 },
  ml: { l: 1_000, ml: 1, cl: 10, dl: 100, 升: 1_000, 毫升: 1 },
  piece: {},
};
const MEASURE = /(\d+(?:[.,]\d+)?)\s*(kg|g|ml|cl|dl|l|千克|公斤|克|毫升|升)(?![a-z])/gi;
/** "50 in a sleeve", "100 pcs", "50 个". */
const COUNT = /(\d+)\s*(?:in a\b|per\b|pcs\b|pieces\b|个|只|片|张|支)/i;

/**
 * What one pack holds, in the unit of the material, by the words in which it is bought ("1 kg bag", "50 in a sleeve"); undefined
 * where they do not say (issue 16, P12: packs where units exist).
 */
export function packOf(specs: string, unit: MaterialUnit): number | undefined {
  if (unit === 'piece') {
    const count = Number(COUNT.exec(specs)?.[1]);
    return count > 0 ? count : undefined;
  }
  for (const [, digits = '', word = ''] of specs.matchAll(MEASURE)) {
    const factor = UNITS[unit][word.toLowerCase()];
    const size = Math.round(Number(digits.replace(',', '.')) * (factor ?? 0));
    if (size > 0) return size;
  }
  return undefined;
}

/** Packs to take along for an amount: whole ones, rounded up. */
export const packsFor = (amount: number, pack: number): number => Math.ceil(amount / pack);
