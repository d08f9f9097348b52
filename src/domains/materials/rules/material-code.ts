/** As the device protocol writes codes. */
const CODE = /^[a-z0-9_.-]{1,40}$/i;

/** Whether robots can say it: letters, digits, dots, dashes and underscores. */
export const isMaterialCode = (code: string): boolean => CODE.test(code);

/**
 * A code for a material that nobody gave one, from its English name: "Oat milk 2 l" → `oat-milk-2-l`. `taken` says which of the
 * tenant's codes are in use, whatever their case; the first free one is numbered behind it.
 */
export function codeFromName(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replace(/^-+|-+$/g, '');
  const wanted = plain === '' ? 'material' : plain;
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
}
