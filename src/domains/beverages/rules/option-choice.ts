import type { OptionChoice, OptionGroup } from '#domains/beverages/contract/beverage.ts';

type GroupFault = 'option-required' | 'option-single' | 'option-too-few' | 'option-too-many';

export type OptionDecision =
  | { readonly valid: true; readonly options: readonly OptionChoice[] }
  | { readonly valid: false; readonly because: 'option-not-offered' | 'option-repeated' }
  | { readonly valid: false; readonly because: GroupFault; readonly group: OptionGroup };

/**
 * The chosen options of one beverage, in the order of its groups. An option of another beverage is refused, as is a
 * second choice of a single-choice group, a required group without any, and fewer or more choices than a group asks for
 * (domain 3). A group without choices asks for nothing.
 */
export function decideOptions(groups: readonly OptionGroup[], optionIds: readonly string[]): OptionDecision {
  const chosen = new Set(optionIds);
  if (chosen.size !== optionIds.length) return { valid: false, because: 'option-repeated' };

  const options: OptionChoice[] = [];
  let wrong: OptionDecision | undefined;
  for (const group of groups) {
    const ofGroup = group.choices.filter((choice) => chosen.has(choice.id));
    const because = groupFault(group, ofGroup.length);
    if (because) wrong ??= { valid: false, because, group };
    options.push(...ofGroup);
  }
  if (options.length !== chosen.size) return { valid: false, because: 'option-not-offered' };
  return wrong ?? { valid: true, options };
}

function groupFault(group: OptionGroup, count: number): GroupFault | undefined {
  const { kind, required, minChoices, maxChoices, choices } = group;
  if (kind === 'single' && count > 1) return 'option-single';
  if (required && choices.length > 0 && count === 0) return 'option-required';
  if (maxChoices !== null && count > maxChoices) return 'option-too-many';
  const least = Math.min(minChoices ?? 0, choices.length);
  return count > 0 && count < least ? 'option-too-few' : undefined;
}
