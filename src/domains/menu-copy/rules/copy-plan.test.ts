import { describe, expect, test } from 'vitest';
import { changedFields, freeName, keyOf, type Ledger, planTree, type SourceTree, taxDiffers } from './copy-plan.ts';

describe('fields that changed since the last copy', () => {
  test.each([
    ['nothing', { name: 'Latte', sort: 3 }, { sort: 3, name: 'Latte' }, []],
    ['a text', { name: 'Latte' }, { name: 'Late' }, ['name']],
    ['JSON with its keys in another order', { recipe: [{ a: 1, b: 2 }] }, { recipe: [{ b: 2, a: 1 }] }, []],
    ['a list in another order', { bodyImages: ['a', 'b'] }, { bodyImages: ['b', 'a'] }, ['bodyImages']],
    [
      'one price: both are written',
      { originalPriceMinor: 5, priceMinor: 4 },
      { originalPriceMinor: 5, priceMinor: 5 },
      ['priceMinor', 'originalPriceMinor'],
    ],
    ['a field that is new', { name: 'Latte', flag: false }, { name: 'Latte' }, ['flag']],
  ])('%s', (_what, now, copied, changed) => {
    expect(changedFields(now, copied)).toEqual(changed);
  });
});

test.each([
  ['Beans', [], 'Beans'],
  ['Beans', ['beans'], 'Beans 2'],
  ['Beans', ['beans', 'beans 2'], 'Beans 3'],
  ['b'.repeat(100), ['b'.repeat(100)], `${'b'.repeat(98)} 2`],
])('a free name for %s', (name, taken, free) => {
  expect(freeName(name, new Set(taken))).toBe(free);
});

const one = (id: string, values: Record<string, unknown> = {}) => ({ id, version: 1, values: { name: id, ...values } });
const beans = (unit = 'g') => one('beans', { materialType: 1, unit });
const latte = () => one('latte', { priceMinor: 4, status: 'on_sale', recipe: [{ materialId: 'beans' }] });
const tree = (more: Partial<SourceTree> = {}): SourceTree => ({
  ...{ menuId: 'coffee', menus: [one('coffee')], groups: [one('milk', { costMinor: 3 })] },
  ...{ materials: [beans()], beverages: [latte()] },
  ...more,
});
const ledger = (): Ledger => ({ mapped: new Map(), materials: [] });
const deeds = (known: Ledger, otherCurrency = false, what = tree()) =>
  planTree(what, known, otherCurrency).map(({ source, deed, notes }) => [source.id, deed, ...notes]);

test('a tree is planned in the order in which its records stand on each other, and once', () => {
  const known = ledger();
  expect(deeds(known)).toEqual([
    ['coffee', 'add'],
    ['milk', 'add'],
    ['beans', 'add'],
    ['latte', 'add'],
  ]);
  expect(deeds(known).map(([, deed]) => deed)).toEqual(['skip', 'skip', 'skip', 'skip']);
});

test('another currency leaves prices and costs to the target', () => {
  expect(deeds(ledger(), true)).toEqual([
    ['coffee', 'add'],
    ['milk', 'add', 'cost-needed'],
    ['beans', 'add'],
    ['latte', 'add', 'price-needed'],
  ]);
  const known = ledger();
  deeds(known, true);
  const dearer = {
    ...tree(),
    beverages: [{ ...latte(), values: { ...latte().values, priceMinor: 9, status: 'off_sale' } }],
  };
  expect(deeds(known, true, dearer).at(-1)).toEqual(['latte', 'skip']);
});

test.each([
  ['same type and name', { materialType: 1, name: 'BEANS', unit: 'g' }, 'skip', []],
  ['another unit', { materialType: 1, name: 'Beans', unit: 'ml' }, 'skip', ['unit-differs']],
  ['another type', { materialType: 2, name: 'Beans', unit: 'g' }, 'add', ['renamed']],
])('a material of the target with the %s', (_what, there, deed, notes) => {
  const known = { ...ledger(), materials: [{ id: 'own', code: 'own', ...there }] };
  const plan = planTree(tree(), known, false);
  expect(plan.find(({ kind }) => kind === 'material')).toMatchObject({ deed, notes });
  expect(plan.find(({ kind }) => kind === 'beverage')?.notes).toEqual(notes.filter((note) => note === 'unit-differs'));
  if (deed === 'skip')
    expect(known.mapped.get(keyOf('material', 'beans'))).toMatchObject({ targetId: 'own', created: false });
});

test.each([
  [[], ['inclusive'], false],
  [['inclusive'], ['inclusive'], false],
  [['inclusive'], ['exclusive'], true],
  [['inclusive', 'exclusive'], ['exclusive'], false],
])('spots that show tax %j and %j', (source, target, differs) => {
  expect(taxDiffers(source, target)).toBe(differs);
});
