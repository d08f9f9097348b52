import { expect, test } from 'vitest';
import { broughtBy, chosenAfter, menuState } from './chosen-menus.ts';

const leaf = (key: string) => ({ key, label: key });
const nodes = [
  { ...leaf('coffee'), children: [{ ...leaf('hot'), children: [leaf('milk')] }, leaf('iced')] },
  leaf('tea'),
];

test.each([
  [[], 'coffee', ['coffee']],
  [['coffee'], 'coffee', []],
  [['iced', 'milk'], 'coffee', ['coffee']],
  [['tea'], 'iced', ['tea', 'iced']],
])('with %j chosen, a press on %s leaves %j', (chosen, key, after) => {
  expect([...chosenAfter(nodes, new Set(chosen), key)]).toEqual(after);
});

test.each([
  [['coffee'], 'milk', 'coffee'],
  [['hot'], 'milk', 'hot'],
  [['hot'], 'iced', undefined],
  [['coffee'], 'coffee', undefined],
  [['tea'], 'milk', undefined],
])('with %j chosen, %s comes with %s', (chosen, key, by) => {
  expect(broughtBy(nodes, new Set(chosen), key)?.key).toBe(by);
});

test('a menu is ticked, ticked in part, or not', () => {
  const of = (...chosen: string[]) => nodes.map((node) => menuState(nodes, new Set(chosen), node));
  expect(of()).toEqual(['false', 'false']);
  expect(of('milk')).toEqual(['mixed', 'false']);
  expect(of('coffee', 'tea')).toEqual(['true', 'true']);
});
