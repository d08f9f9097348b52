import { describe, expect, test } from 'vitest';
import { inLanguage } from './choose-template.ts';
import {
  codesOf,
  fillMessage,
  fillText,
  fromOlderText,
  placeholdersOf,
  readValues,
  toOlderText,
} from './fill-message.ts';
import { maskedAddress } from './masked-address.ts';
import { areTemplateCodes, templateFaults } from './template-faults.ts';

test.each([
  [
    ['Hi {name}, order {orderNo}', '{name} {amount}'],
    ['name', 'orderNo', 'amount'],
  ],
  [['{} {1a} { name } {na-me}'], []],
  [['{a_1}{a_1}'], ['a_1']],
])('%j names %j', (texts, names) => {
  expect(placeholdersOf(...texts)).toEqual(names);
});

test.each([
  ['line', 'Hi {name}', { name: 'Kari' }, 'Hi Kari'],
  ['line', 'Hi {name}', {}, 'Hi {name}'],
  ['line', '{a}{b}', { a: '{b}', b: 'x' }, '{b}x'],
  ['line', 'Hi {name}', { name: 'Kari\r\nBcc: eve@x.example' }, 'Hi Kari Bcc: eve@x.example'],
  ['lines', 'Hi {name}', { name: 'Kari\r\nand Ola\u0007' }, 'Hi Kari\nand Ola '],
  ['line', '{toString}{n}', { n: 7 }, '{toString}7'],
] as const)('%s: %j with %j is %j', (place, text, values, filled) => {
  expect(fillText(text, values, place)).toBe(filled);
});

test('a message says which names nothing fills; a text message stays on one line', () => {
  const template = { title: 'Order {orderNo}', content: 'Hi {name}: {what}' };
  expect(fillMessage({ ...template, channel: 'sms' }, { orderNo: 1, what: 'a\nb' })).toEqual({
    title: 'Order 1',
    content: 'Hi {name}: a b',
    lacking: ['name'],
  });
  expect(fillMessage({ ...template, channel: 'email' }, { what: 'a\nb' }).content).toBe('Hi {name}: a\nb');
});

test.each([
  ['', {}],
  ['{"a":1,"b":"x"}', { a: 1, b: 'x' }],
  ['[1]', undefined],
  ['{"a":{}}', undefined],
  ['{"a":null}', undefined],
  ['{a}', undefined],
  ['3', undefined],
])('test JSON %j gives %j', (json, values) => {
  expect(readValues(json)).toEqual(values);
});

describe('templates', () => {
  const good = { code: 'a', channel: 'sms', title: 'T {n}', content: 'C', testJson: '{"n":1}' } as const;
  test.each([
    [{}, []],
    [{ code: 'a,b' }, ['code push.code-form']],
    [{ title: 'a\nb' }, ['title push.title-form']],
    [{ testJson: '{' }, ['testJson push.test-json-form']],
    [{ testJson: '' }, ['testJson push.test-json-lacks']],
    [{ content: 'x'.repeat(1_001) }, ['content push.too-long-for-sms']],
    [{ content: 'x'.repeat(1_001), channel: 'email' as const }, []],
  ])('%j has the faults %j', (more, faults) => {
    expect(templateFaults({ ...good, ...more }).map(({ path, code }) => `${path} ${code}`)).toEqual(faults);
  });
});

test.each([
  ['a,b', true],
  [' a , b ', true],
  ['', false],
  [',', false],
  ['a,A', false],
  ['a,b,c,d', false],
])('templates %j of a scene: %s', (codes, good) => {
  expect(areTemplateCodes(codes, 3)).toBe(good);
  if (good) expect(codesOf(codes)).toEqual(['a', 'b']);
});

test('the language that is wanted, else English, else any', () => {
  const one = (channel: string, language: string) => ({ channel, language });
  const all = [one('sms', 'en-US'), one('sms', 'zh-CN'), one('email', 'en-US')];
  expect(inLanguage(all, 'zh-CN')).toEqual([all[1], all[2]]);
  expect(inLanguage([one('sms', 'zh-CN')], 'en-US')).toEqual([one('sms', 'zh-CN')]);
});

test('placeholders of the older contract', () => {
  expect(toOlderText('Hi {name} {1}')).toBe('Hi ${name} {1}');
  expect(fromOlderText('Hi ${name} ${1}')).toBe('Hi {name} ${1}');
});

test.each([
  ['kari@nordic.example', 'k•••@nordic.example'],
  ['+4740000001', '+47•••••001'],
  ['12345', '•••••'],
])('%s is shown as %s to who may not send', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});
