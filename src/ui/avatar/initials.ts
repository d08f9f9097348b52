const HAN = /\p{Script=Han}/u;

/** How a person is called in a small circle: Latin names by two first letters, Chinese ones by their last two signs. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  if (HAN.test(first)) return [...first].slice(-2).join('');
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return [...first]
    .slice(0, 1)
    .concat([...last].slice(0, 1))
    .join('')
    .toUpperCase();
}

/** One of `count` tints, always the same for a name. */
export function tintOf(name: string, count: number): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % count;
}
