import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { PASSWORD_MAX, passwordFaults } from './password-policy.ts';

const owner = { account: 'kari.nord', name: 'Kari Nordmann 李雷', productName: 'Smart IOT Device' };

test.each([
  { password: 'Tr4m&Fjord', faults: [] },
  { password: 'Åse9!kjelke', faults: [] },
  { password: 'Nøkkel-7-ﬁn', faults: [] },
  { password: '水晶Ab3!杯子里', faults: [] },
  { password: 'Ab3!xyz', faults: ['too-short'] },
  { password: 'tr4m&fjord', faults: ['no-upper'] },
  { password: 'TR4M&FJORD', faults: ['no-lower'] },
  { password: 'Tram&Fjord', faults: ['no-digit'] },
  { password: 'Tr4mFjords', faults: ['no-symbol'] },
  { password: 'P@ssw0rd', faults: ['too-common'] },
  { password: 'P@ssw0rd123!', faults: ['too-common'] },
  { password: 'Qwerty123!', faults: ['too-common'] },
  { password: 'Summer2031!', faults: ['too-common'] },
  { password: 'xKari.Nord7', faults: ['contains-account', 'contains-name'] },
  { password: '7!Nordmann-x', faults: ['contains-account', 'contains-name'] },
  { password: 'Zq7!李雷abc', faults: ['contains-name'] },
  { password: 'Zq7!DEVICEx', faults: ['contains-product'] },
])('$password is refused for $faults', ({ password, faults }) => {
  expect(passwordFaults(password, owner)).toEqual(faults);
});

test('128 characters are possible, and megabytes are refused', () => {
  expect(passwordFaults(`Aa1!${'x'.repeat(124)}`, owner)).toEqual([]);
  expect(passwordFaults(`Aa1!${'x'.repeat(PASSWORD_MAX)}`, owner)).toEqual(['too-long']);
});

test('characters are counted as people count them', () => {
  expect(passwordFaults('Aa1!☕🍵🥛', owner)).toEqual(['too-short']);
  expect(passwordFaults('Aa1!☕🍵🥛🧊', owner)).toEqual([]);
});

test('no word of the list is accepted, however its letters are cased', () => {
  const word = fc.constantFrom(...COMMON_PASSWORDS);
  fc.assert(
    fc.property(word, fc.infiniteStream(fc.boolean()), (plain, upper) => {
      const cased = [...plain].map((letter) => (upper.next().value ? letter.toUpperCase() : letter)).join('');
      expect(passwordFaults(cased, owner)).toContain('too-common');
    }),
  );
});

test('an accepted password stays accepted with anything behind it that adds no forbidden word', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[b-df-hj-np-tv-xz]{0,40}$/), (tail) => {
      expect(passwordFaults(`Zw9#vjXq${tail.replaceAll(/smrt|dvc/g, '')}`, owner)).toEqual([]);
    }),
  );
});
