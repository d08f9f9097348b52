import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { difference, escapesRules, type GivenRow, type Giver, holdsAll, mayGive } from './giving.ts';

const button = (action: string, more: Partial<GivenRow> = {}): GivenRow => ({
  ...{ id: action, kind: 2, action, needs: null, root_only: false },
  ...more,
});
const entry = (needs: string | null): GivenRow => ({
  ...{ id: `page ${needs}`, kind: 1, action: null, needs, root_only: false },
});
const giver = (permissions: readonly string[], rules: readonly [list: string, id: string][] = []): Giver => ({
  isRoot: false,
  permissions: new Set(permissions),
  narrowing: {
    rules: rules.map(([list, id]) => ({ id, list, field: 'name', condition: '=', value: 'x' })),
  },
});
const ROOT: Giver = { isRoot: true, permissions: new Set() };

describe('what may be given', () => {
  test.each([
    ['a right that is held', giver(['order:view']), button('order:view'), true],
    ['a right that is not held', giver(['order:view']), button('order:refund'), false],
    ['a page whose right is held', giver(['order:view']), entry('order:view'), true],
    ['a page whose right is not held', giver([]), entry('order:view'), false],
    ['a page that needs none', giver([]), entry(null), true],
    ['a button without an id', giver([]), button('x', { action: null }), false],
    ['anything, by root', ROOT, button('order:refund'), true],
    ['what is the administrator’s, by root', ROOT, button('permission:edit', { root_only: true }), false],
  ])('%s', (_what, who, row, may) => {
    expect(mayGive(who, row)).toBe(may);
  });

  test('a list goes with the rules that narrow the giver, on whichever row they stand', () => {
    const narrowed = giver(['order:view', 'robot:view'], [['order:view', 'mine']]);
    const order = button('order:view');
    expect(escapesRules(narrowed, [{ row: order, ruleIds: [] }])).toBe(true);
    expect(escapesRules(narrowed, [{ row: order, ruleIds: ['mine', 'more'] }])).toBe(false);
    expect(
      escapesRules(narrowed, [
        { row: order, ruleIds: [] },
        { row: entry('order:view'), ruleIds: ['mine'] },
      ]),
    ).toBe(false);
    expect(escapesRules(narrowed, [{ row: button('robot:view'), ruleIds: [] }])).toBe(false);
    expect(escapesRules(ROOT, [{ row: order, ruleIds: [] }])).toBe(false);
  });

  test('whatever chain of people gives rights on, nobody reaches one that the first did not hold', () => {
    const rights = ['a', 'b', 'c', 'd', 'e'];
    const some = fc.subarray(rights);
    fc.assert(
      fc.property(some, fc.array(some, { maxLength: 5 }), (first, wishes) => {
        let held: readonly string[] = first;
        for (const wish of wishes) {
          const who = giver(held);
          if (
            !holdsAll(
              who,
              wish.map((right) => ({ row: button(right), ruleIds: [] })),
            )
          )
            continue;
          held = wish;
        }
        expect(held.every((right) => first.includes(right))).toBe(true);
      }),
    );
  });
});

test.each([
  [['a', 'b'], ['b', 'c'], ['a'], ['c']],
  [[], ['a'], [], ['a']],
  [['a', 'a'], [], ['a'], []],
])('a save of %j after %j adds %j and takes %j', (wanted, last, added, taken) => {
  expect(difference(wanted, last)).toEqual({ added, taken });
});
