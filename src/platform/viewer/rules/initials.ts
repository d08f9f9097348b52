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

const GENERATED = 'initials/';
export const isGeneratedPicture = (path: string): boolean => path.startsWith(GENERATED);

/** The path of a person's picture among the stored ones; of who has none it is one of the initials (settled 20). */
export const pictureOf = ({ avatar, realname }: { readonly avatar: string; readonly realname: string }): string =>
  avatar === '' ? `${GENERATED}${encodeURIComponent(initialsOf(realname) || '?')}.svg` : avatar;

const HUES = 12;
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The picture itself, as SVG: white letters on a colour that is always theirs. */
export function initialsPicture(letters: string): string {
  const colour = `hsl(${(tintOf(letters, HUES) * 360) / HUES} 45% 32%)`;
  const text = letters.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? '');
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">',
    `<rect width="96" height="96" fill="${colour}"/>`,
    '<text x="48" y="49" fill="#fff" font-family="system-ui, sans-serif" font-size="38"',
    ` text-anchor="middle" dominant-baseline="central">${text}</text></svg>`,
  ].join('');
}
