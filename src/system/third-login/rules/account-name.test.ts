import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAccountName } from '#system/sign-in/rules/account-name.ts';
import { suggestedAccountName } from './account-name.ts';

test.each([
  [{ name: 'Kari Nordmann', email: 'kari.nordmann@example.com' }, 'kari.nordmann'],
  [{ name: 'Kari Nordmann' }, 'kari.nordmann'],
  [{ name: '王小明' }, '王小明'],
  [{ name: 'Ola', email: '@example.com' }, 'ola'],
  [{ name: '  ..Ola <b>' }, 'ola.b'],
  [{ name: '' }, ''],
  [{ name: '!' }, ''],
])('%o is offered the name "%s"', (identity, name) => expect(suggestedAccountName(identity)).toBe(name));

test('the own proved number may be the name, another number may not', () => {
  expect(isAccountName('13800138000', '13800138000')).toBe(true);
  expect(isAccountName('13800138001', '13800138000')).toBe(false);
  expect(isAccountName('4711', undefined), 'too short for a phone').toBe(true);
});

test('whatever the provider says, the offer is empty or a name that is accepted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.option(fc.string(), { nil: undefined }), (name, email) => {
      const offer = suggestedAccountName({ name, email });
      expect(offer === '' || isAccountName(offer)).toBe(true);
    }),
  );
});

test.each([
  'a',
  '',
  '.hidden',
  'two words',
  'a/b',
  'x'.repeat(41),
  'a\u0000b',
  'kari@example.com',
  '4740100001',
  '138.0013.8000',
  '１３８００１３８０００',
])('"%s" is no account name', (name) => expect(isAccountName(name)).toBe(false));
