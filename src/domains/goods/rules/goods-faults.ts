/** What stands against a save, at the field that puts it right. */
export interface GoodsFault {
  readonly path: string;
  readonly code: string;
}

/** Of a drink: what is asked is at most the original price (settled 75). */
export function beverageFaults(draft: {
  readonly originalPriceMinor: number;
  readonly priceMinor: number;
}): GoodsFault[] {
  return draft.priceMinor > draft.originalPriceMinor
    ? [{ path: 'priceMinor', code: 'beverage.price-above-original' }]
    : [];
}

/** Of an option group (settled 72): limits belong to several choices, and the most is no less than the least. */
export function groupFaults(draft: {
  readonly kind: string;
  readonly minChoices: number | null;
  readonly maxChoices: number | null;
}): GoodsFault[] {
  const { kind, minChoices, maxChoices } = draft;
  if (kind === 'single')
    return (['minChoices', 'maxChoices'] as const)
      .filter((path) => draft[path] !== null)
      .map((path) => ({ path, code: 'beverage.limit-of-several' }));
  return minChoices !== null && maxChoices !== null && minChoices > maxChoices
    ? [{ path: 'maxChoices', code: 'beverage.most-below-least' }]
    : [];
}
