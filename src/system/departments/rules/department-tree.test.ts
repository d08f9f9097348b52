import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codesOnTheWay, departmentTree, type Tree } from './department-tree.ts';

const leaf = (id: string, parentId: string | null, sort = 0) => ({ id, parentId, sort, orgCode: id });
type Leaf = ReturnType<typeof leaf>;
const drawn = (trees: readonly Tree<Leaf>[]): unknown => trees.map((tree) => [tree.id, drawn(tree.children)]);

test('departments stand below their parents, higher numbers first, then by code', () => {
  const leaves = [
    leaf('A02', null),
    leaf('A01', null),
    leaf('A01A02', 'A01'),
    leaf('A01A01', 'A01'),
    leaf('A03', null, 9),
  ];
  expect(drawn(departmentTree(leaves))).toEqual([
    ['A03', []],
    [
      'A01',
      [
        ['A01A01', []],
        ['A01A02', []],
      ],
    ],
    ['A02', []],
  ]);
});

test('one whose parent is missing stands at the top', () => {
  expect(drawn(departmentTree([leaf('A01A01', 'gone')]))).toEqual([['A01A01', []]]);
});

test('whatever the parents are, the tree ends, and no department stands twice', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const some = fc.uniqueArray(fc.record({ id, parentId: fc.option(id) }), { selector: (one) => one.id });
  const count = (trees: readonly Tree<Leaf>[]): string[] => trees.flatMap((tree) => [tree.id, ...count(tree.children)]);
  fc.assert(
    fc.property(some, (leaves) => {
      const ids = count(departmentTree(leaves.map((one) => leaf(one.id, one.parentId))));
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('the way to a department leads through the codes that begin its own', () => {
  expect(codesOnTheWay('A01B02C03')).toEqual(['A01', 'A01B02', 'A01B02C03']);
  expect(codesOnTheWay('')).toEqual([]);
});
