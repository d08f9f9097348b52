import { expect, test } from 'vitest';
import { birthdaysOn } from './birthday.ts';

test.each([
  ['2027-05-17', ['05-17']],
  ['2027-02-28', ['02-28', '02-29']],
  ['2028-02-28', ['02-28']],
  ['2028-02-29', ['02-29']],
])('on %s those of %j', (day, birthdays) => {
  expect(birthdaysOn(day)).toEqual(birthdays);
});
