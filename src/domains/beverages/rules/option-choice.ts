import type { OptionChoice, OptionGroup } from '#domains/beverages/contract/beverage.ts';

export type OptionDecision =
  | { readonly valid: true; readonly options: readonly OptionChoice[] }
  | { readonly valid: false; readonly because: 'option-not-offered' | 'option-repeated' }
  | { readonly valid: false; readonly because: 'option-required' | 'option-single'; readonly group: OptionGroup };

/**
 * The chosen options of one beverage, in the order of its groups. An option of another beverage is refused, as is a
 * second choice of a single-choice group and a required group without any.
 */
export function decideOptions(groups: readonly OptionGroup[], optionIds: readonly string[]): OptionDecision {
  const chosen = new Set(optionIds);
  if (chosen.size !== optionIds.length) return { valid: false, because: 'option-repeated' };

  const options: OptionChoice[] = [];
  let wrong: OptionDecision | undefined;
  for (const group of groups) {
    const ofGroup = group.choices.filter((choice) => chosen.has(choice.id));
    if (group.kind === 'single' && ofGroup.length > 1) wrong ??= { valid: false, because: 'option-single', group };
    if (group.required && ofGroup.length === 0) wrong ??= { valid: false, because: 'option-required', group };
    options.push(...ofGroup);
  }
  if (options.length !== chosen.size) return { valid: false, because: 'option-not-offered' };
  return wrong ?? { valid: true, options };
}
