import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillTemplate } from './fill-template.ts';

test.each([
  ['{"to":"{phone}"}', { phone: '+4790000000' }, '{"to":"+4790000000"}'],
  ['{"a":{"to":"{phone}"}}', { phone: '1' }, '{"a":{"to":"1"}}'],
  ['{unknown} {constructor} {toString}', { phone: '1' }, '{unknown} {constructor} {toString}'],
  ['{text}{phone}', { text: '{phone}', phone: '1' }, '{phone}1'],
  [`\${process.env} {{phone}} <%= phone %>`, { phone: '1' }, `\${process.env} {1} <%= phone %>`],
])('%s is filled in one pass, and nothing else runs', (template, values, expected) => {
  expect(fillTemplate(template, values as Record<string, string>, 'json')).toBe(expected);
});

test('a text never leaves its place in JSON, whatever stands in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(fillTemplate('{"text":"{text}","end":1}', { text }, 'json'))).toEqual({ text, end: 1 });
    }),
  );
});

test('a text never leaves its place in a form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const form = new URLSearchParams(fillTemplate('text={text}&end=1', { text }, 'form'));
      expect([...form]).toEqual([
        ['text', text],
        ['end', '1'],
      ]);
    }),
  );
});

test('a header stays one line', () => {
  expect(fillTemplate('Bearer {secretKey}', { secretKey: 'a\r\nX-More: b' }, 'header')).toBe('Bearer aX-More: b');
});
