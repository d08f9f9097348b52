import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDictionaryCode, textOfValues, valuesOf, withoutPreset } from './dictionary-code.ts';

describe('a dictionary code', () => {
  test.each([
    ['sex', { kind: 'plain', code: 'sex' }],
    ['msgType', { kind: 'plain', code: 'msgType' }],
    ['sys_depart,depart_name,id', { kind: 'table', name: 'sys_depart,depart_name,id' }],
    ['sys_depart, depart_name ,id', { kind: 'table', name: 'sys_depart,depart_name,id' }],
    ['sys_user,realname,username,active', { kind: 'table', name: 'sys_user,realname,username,active' }],
  ])('%s is read', (text, code) => {
    expect(readDictionaryCode(text)).toEqual(code);
  });

  test.each([
    '',
    ' ',
    'sex;drop table dictionary',
    'sys_user,realname',
    'sys_user,realname,username,a,b',
    "sys_user,realname,username,1=1 or '1'='1'",
    'sys_user where 1=1,realname,username',
    'sys_user,concat(password\tsalt),id',
    '(select 1),a,b',
    'a'.repeat(200),
  ])('%s is none', (text) => {
    expect(readDictionaryCode(text)).toBeUndefined();
  });

  test('never lets through a character that SQL would read', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const code = readDictionaryCode(text);
        const name = code?.kind === 'table' ? code.name : (code?.code ?? '');
        expect(name).toMatch(/^[\w,]*$/);
      }),
    );
  });

  test('without its preset names the same dictionary', () => {
    expect(withoutPreset('sys_user,realname,username,active')).toBe('sys_user,realname,username');
    expect(withoutPreset('sex')).toBe('sex');
  });
});

describe('the text of values', () => {
  const items = [
    { value: '1', text: 'Male' },
    { value: '2', text: 'Female' },
  ];
  test.each([
    ['1', 'Male'],
    [2, 'Female'],
    ['2,1', 'Female,Male'],
    [['1', '2'], 'Male,Female'],
    ['1,', 'Male'],
    ['9', '9'],
    ['1,9', 'Male,9'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('%j is %s', (values, text) => {
    expect(textOfValues(items, values)).toBe(text);
  });

  test('a comma list gives back what it was made of', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
    fc.assert(
      fc.property(fc.array(value), (values) => {
        expect(valuesOf(values.join(','))).toEqual(values);
      }),
    );
  });
});
