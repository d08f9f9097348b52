import * as z from 'zod';

/** Codes that a list is narrowed to, or all others. In addresses and calls a text: `3,5`, and `!6` for "is not". */
export interface Choice {
  readonly isNot: boolean;
  readonly values: readonly string[];
}

const NOT = '!';

export function readChoice(text: string): Choice {
  const isNot = text.startsWith(NOT);
  const values = (isNot ? text.slice(1) : text).split(',').filter((value) => value !== '');
  return { isNot, values };
}

/** Such a text of a closed set of codes. */
export function ChoiceText(codes: readonly string[]) {
  const one = `(?:${codes.join('|')})`;
  return z
    .string()
    .max(500)
    .regex(new RegExp(`^!?${one}(?:,${one})*$`));
}

/** '' where nothing is chosen. */
export function writeChoice({ isNot, values }: Choice): string {
  return values.length === 0 ? '' : (isNot ? NOT : '') + values.join(',');
}
