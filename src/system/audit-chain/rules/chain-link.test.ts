import { describe, expect, test } from 'vitest';
import { againstHead, CHAIN_START, type LinkedRow, linkText, stepAlong } from './chain-link.ts';

const sign = (text: string): string => `<${text}>`;
const linked = (changed: Partial<LinkedRow> = {}, previous = ''): LinkedRow => {
  const row = { number: 1, rowId: 'r', adopted: false, row: { content: 'c', signed: 'c', isWhole: true }, ...changed };
  return { ...row, link: changed.link ?? sign(linkText('7', previous, row, row.row?.content ?? '')) };
};

describe('one step along a chain', () => {
  test('a row that is as it was leads on', () => {
    const step = stepAlong(CHAIN_START, '7', linked(), sign);
    expect(step).toEqual({ place: { number: 1, link: linked().link, onlyAdopted: false } });
  });

  test.each<[string, LinkedRow, string, number]>([
    ['a missing number', linked({ number: 2 }), 'gap', 1],
    ['a row that is gone', linked({ row: undefined }), 'removed', 1],
    ['a changed row', linked({ link: linked().link, row: { content: 'd', signed: 'c', isWhole: true } }), 'changed', 1],
    ['a changed text', linked({ row: { content: 'c', signed: 'c', isWhole: false } }), 'changed', 1],
    ['a row that nobody signed', linked({ row: { content: 'c', signed: null, isWhole: true } }), 'added', 1],
    ['a link of somebody else', linked({ link: 'x' }), 'forged', 1],
    ['an older row that changed', linked({ adopted: true, link: 'x' }), 'changed', 1],
  ])('%s is %s', (_name, row, code, number) =>
    expect(stepAlong(CHAIN_START, '7', row, sign)).toEqual({ fault: { code, number, rowId: 'r' } }),
  );

  test('older rows stand at the beginning only', () => {
    const older = { adopted: true, row: { content: 'c', signed: null, isWhole: true } };
    expect(stepAlong(CHAIN_START, '7', linked(older), sign)).toHaveProperty('place.onlyAdopted', true);
    const place = { number: 1, link: 'l', onlyAdopted: false };
    expect(stepAlong(place, '7', linked({ ...older, number: 2 }, 'l'), sign)).toHaveProperty('fault.code', 'added');
  });

  test('a link of another tenant is none', () => {
    expect(stepAlong(CHAIN_START, '8', linked(), sign)).toHaveProperty('fault.code', 'forged');
  });
});

test.each([
  ['no head yet', undefined, { last: 3, linkAtHead: undefined }, undefined],
  ['an empty head', { number: 0, link: '' }, { last: 0, linkAtHead: undefined }, undefined],
  ['the head in the chain', { number: 2, link: 'l' }, { last: 3, linkAtHead: 'l' }, undefined],
  ['a cut tail', { number: 5, link: 'l' }, { last: 3, linkAtHead: undefined }, { code: 'cut', number: 4 }],
  ['another tail', { number: 2, link: 'l' }, { last: 3, linkAtHead: 'm' }, { code: 'rewritten', number: 2 }],
])('%s', (_name, head, chain, fault) => expect(againstHead(head, chain)).toEqual(fault));
