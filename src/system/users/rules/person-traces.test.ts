import { describe, expect, test } from 'vitest';
import {
  jsonWithoutPerson,
  likePatterns,
  type TextPlace,
  tracesOf,
  withoutPerson,
  wordsInFiles,
} from './person-traces.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const personOf = (...values: (string | null)[]) => ({ traces: tracesOf(values, ID), pseudonym: 'erased-1' });

describe('how a value is looked for', () => {
  test.each([
    ['kari@example.com', 'anywhere'],
    ['Kari Nordmann', 'anywhere'],
    ['kari-n1', 'anywhere'],
    ['王小明', 'anywhere'],
    ['王', 'whole'],
    ['4740000010', 'anywhere'],
    ['1001', 'whole'],
    ['operator', 'word'],
    ['Åse', 'word'],
    ['Li', 'whole'],
    ['W-1', 'whole'],
  ])('%s: %s', (value, found) => expect(tracesOf([value], ID)).toEqual([{ value, found }]));

  test('in files by his id as well, and what is short as a text of its own', () => {
    expect(wordsInFiles(tracesOf(['Kari Nordmann', '1001'], ID), ID)).toEqual([ID, 'Kari Nordmann', '"1001"']);
  });

  test('nothing for what is empty or the id alone; a phone number without its plus too; the longest first', () => {
    expect(tracesOf(['', null, ID, 'Kari', '+4740000010'], ID).map(({ value }) => value)).toEqual([
      '+4740000010',
      '4740000010',
      'Kari',
    ]);
  });
});

describe('what a text becomes', () => {
  const cases: [string, string, TextPlace, string][] = [
    ['Kari Nordmann', 'asked by Kari Nordmann.', 'other', 'asked by erased-1.'],
    ['Kari Nordmann', 'KARI NORDMANN', 'other', 'erased-1'],
    ['Kari Nordmann', 'Kari Nordmannsen', 'happening', 'Kari Nordmannsen'],
    ['kari@example.com', 'to kari@example.com, ola@example.com', 'other', 'to erased-1, ola@example.com'],
    ['+4740000010', 'call 4740000010 or +4740000010', 'other', 'call erased-1 or erased-1'],
    ['4740000010', '14740000010', 'happening', '14740000010'],
    ['王小明', '由王小明退款', 'other', '由erased-1退款'],
    ['operator', 'operator did it', 'happening', 'erased-1 did it'],
    ['operator', 'Operator', 'happening', 'Operator'],
    ['operator', 'operators', 'happening', 'operators'],
    ['operator', 'operator', 'who', 'erased-1'],
    ['operator', 'operator', 'other', 'operator'],
    ['operator', 'the operator of the spot', 'who', 'the operator of the spot'],
    ['1001', '1001', 'happening', 'erased-1'],
    ['1001', 'order 1001', 'happening', 'order 1001'],
    ['a.b*c1', 'a.b*c1 and axbxc1', 'other', 'erased-1 and axbxc1'],
    ['a/b-c]d', 'a/b-c]d', 'other', 'erased-1'],
  ];
  test.each(cases)('%s in %s (%s)', (value, text, place, left) =>
    expect(withoutPerson(text, personOf(value), place)).toBe(left),
  );
});

test('in JSON texts alone are touched: numbers stay to the digit', () => {
  const document = '{"by": "Ola \\"K\\" 王", "n": 4740000010, "price": 1.10, "Ola \\"K\\" 王": ["4740000010", null]}';
  expect(jsonWithoutPerson(document, personOf('Ola "K" 王', '4740000010'), 'happening')).toBe(
    '{"by": "erased-1", "n": 4740000010, "price": 1.10, "erased-1": ["erased-1", null]}',
  );
});

test('candidates: parts of texts, or the whole of short ones', () => {
  expect(likePatterns(tracesOf(['kari_n1', 'Li', 'O"l'], ID))).toEqual([
    '%kari\\_n1%',
    'O"l',
    '%"O\\\\"l"%',
    'Li',
    '%"Li"%',
  ]);
});
