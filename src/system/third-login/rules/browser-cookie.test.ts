import { expect, test } from 'vitest';
import { cookieValue } from './browser-cookie.ts';

test.each([
  ['a=1; third=xyz; b=2', 'xyz'],
  ['third=first; third=second', 'first'],
  ['  third = xyz ', 'xyz'],
  ['third=a=b', 'a=b'],
  ['athird=1; thirda=2', undefined],
  ['=third', undefined],
  ['', undefined],
  [undefined, undefined],
])('in "%s" the cookie is %s', (header, value) => expect(cookieValue(header, 'third')).toBe(value));
