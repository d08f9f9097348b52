import { describe, expect, test } from 'vitest';
import { fitsAsIcu } from './fitting-text.ts';
import { packState, readPack } from './read-pack.ts';

test.each<[string, string, unknown]>([
  ['nothing', '', { fault: 'not-json' }],
  ['half a text', '{"a":', { fault: 'not-json' }],
  ['a list', '["a"]', { fault: 'not-flat' }],
  ['null', 'null', { fault: 'not-flat' }],
  ['a nested text', '{"a":{"b":"c"}}', { fault: 'not-flat', key: 'a' }],
  ['a number', '{"a":7}', { fault: 'not-flat', key: 'a' }],
  ['a key with a gap', '{"a b":"c"}', { fault: 'key', key: 'a b' }],
  ['a prototype', '{"x.constructor.y":"c"}', { fault: 'key', key: 'x.constructor.y' }],
  ['a long text', JSON.stringify({ a: 'x'.repeat(2_001) }), { fault: 'text', key: 'a' }],
  ['half a pair', '{"a":"\\ud800"}', { fault: 'text', key: 'a' }],
  ['too much', JSON.stringify({ a: '咖'.repeat(43_700) }), { fault: 'too-long' }],
  ['texts', '{"a.b":"c","d":"e"}', { texts: { 'a.b': 'c', d: 'e' } }],
  ['an empty text, which is as built in', '{"a":" ","b":"c"}', { texts: { b: 'c' } }],
])('%s', (_, json, read) => expect(readPack(json)).toEqual(read));

describe('a pack against its page', () => {
  const builtIn = new Map([
    ['title', 'Orders'],
    ['count', '{count, plural, one {# order} other {# orders}}'],
  ]);
  test('counts what is used, names what is of no use and what does not fit', () => {
    expect(packState({ title: 'Bestillinger', count: '{sum} i alt', gone: 'x' }, builtIn, fitsAsIcu)).toEqual({
      replaced: 1,
      unknown: ['gone'],
      unfitting: ['count'],
    });
  });
  test('an empty one is as built in', () => {
    expect(packState({}, builtIn, fitsAsIcu)).toEqual({ replaced: 0, unknown: [], unfitting: [] });
  });
});
