const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LAST_NUMBER = 99;
/** A letter and two digits for each level. */
const LENGTH_OF_LEVEL = 3;
const MOST_LEVELS = 20;
const CODE = /^(?:[A-Z](?:0[1-9]|[1-9]\d))+$/;

/** The level of a record of a tree, 1 at the top. */
export const levelOf = (code: string): number => code.length / LENGTH_OF_LEVEL;

/** The code that a code stands right below; empty for one at the top (system-api.md 5.4, 5.7). */
export const codeAbove = (code: string): string => code.slice(0, -LENGTH_OF_LEVEL);

/** Whether a text is a code that `nextCode` could give right below a parent, whose code is empty at the top. */
export const isCodeBelow = (parentCode: string, code: string): boolean =>
  CODE.test(code) && codeAbove(code) === parentCode && levelOf(code) <= MOST_LEVELS;

export type NextCode = { readonly code: string } | { readonly because: 'full' | 'too-deep' };

/** The code of a new record of a tree: after its last sibling (`A01` … `A99`, `B01` … `Z99`), behind the code of its parent. */
export function nextCode(parentCode: string, lastSibling: string | undefined): NextCode {
  if (levelOf(parentCode) >= MOST_LEVELS) return { because: 'too-deep' };
  if (lastSibling === undefined) return { code: `${parentCode}A01` };
  const own = lastSibling.slice(-LENGTH_OF_LEVEL);
  const letter = LETTERS.indexOf(own.charAt(0));
  const number = Number(own.slice(1));
  const next = number < LAST_NUMBER ? [letter, number + 1] : [letter + 1, 1];
  const [nextLetter = 0, nextNumber = 0] = next;
  if (nextLetter >= LETTERS.length) return { because: 'full' };
  return { code: `${parentCode}${LETTERS.charAt(nextLetter)}${String(nextNumber).padStart(2, '0')}` };
}
