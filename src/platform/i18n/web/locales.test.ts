import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';

type Pack = { [key: string]: string | Pack };

const packs = import.meta.glob<Pack>('../../../**/locales/*.json', { eager: true, import: 'default' });
const english = Object.keys(packs).filter((path) => path.endsWith('en-US.json'));

function flat(pack: Pack, before = ''): Map<string, string> {
  return new Map(
    Object.entries(pack).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[before + key, value]] : [...flat(value, `${before}${key}.`)],
    ),
  );
}

/** The arguments and their kinds (1 argument, 2 number, 3 date, 4 time, 5 select, 6 plural) of an ICU text. */
function argumentsOf(text: string, language: string): string[] {
  const found = new Set<string>();
  const walk = (elements: readonly unknown[]): void => {
    for (const element of elements as {
      type: number;
      value: string;
      options?: Record<string, { value: unknown[] }>;
    }[]) {
      if (element.type >= 1 && element.type <= 6) found.add(element.value);
      for (const option of Object.values(element.options ?? {})) walk(option.value);
    }
  };
  walk(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst());
  return [...found].sort();
}

test.each(english)('%s says the same in both languages', (path) => {
  const chinese = packs[path.replace('en-US', 'zh-CN')];
  expect(chinese, 'the Chinese pack is there').toBeDefined();
  const [en, zh] = [flat(packs[path] ?? {}), flat(chinese ?? {})];
  expect([...zh.keys()].sort()).toEqual([...en.keys()].sort());
  for (const [key, text] of en) {
    expect(text.trim(), key).not.toBe('');
    expect(argumentsOf(zh.get(key) ?? '', 'zh-CN'), key).toEqual(argumentsOf(text, 'en-US'));
  }
});
