/** Domain 9: beans, water, ice, syrup, milk and cold brew, cup, lid, thermal paper, powder. */
export const MATERIAL_TYPES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Receipts are printed on it; no drink is made of it (settled 82). */
export const THERMAL_PAPER = 8;

/** In what stocks and recipes are counted (settled 145). */
export const MATERIAL_UNITS = ['g', 'ml', 'piece'] as const;
export type MaterialUnit = (typeof MATERIAL_UNITS)[number];
