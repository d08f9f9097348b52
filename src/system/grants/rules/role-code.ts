const LONGEST = 60;

/** The code that a name suggests (settled 15): Latin letters and digits with `_` between words; Chinese in pinyin. */
export async function codeOfName(name: string): Promise<string> {
  const latin = /\p{Script=Han}/u.test(name) ? await inPinyin(name) : name;
  const code = latin
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, LONGEST);
  return code === '' ? 'role' : code;
}

/** The dictionary is loaded with the first Chinese name. */
async function inPinyin(name: string): Promise<string> {
  const { pinyin } = await import('pinyin-pro');
  return pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join('_');
}

/** With a number behind it where the code is taken, whatever the case of its letters. */
export function freeCode(code: string, taken: readonly string[]): string {
  const known = new Set(taken.map((one) => one.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? code : `${code}_${number}`;
    if (!known.has(free.toLowerCase())) return free;
  }
}
