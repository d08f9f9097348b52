import { expect, test } from 'vitest';
import { spotFaults } from './spot-faults.ts';

const PLAIN = { splashPageType: 0, splashImage: '', latitude: null, longitude: null } as const;

test.each([
  ['nothing said', {}, []],
  ['a place', { latitude: 59.9, longitude: 0 }, []],
  ['half a place', { latitude: 59.9 }, ['longitude spot.place-half']],
  ['the other half', { longitude: 10.7 }, ['latitude spot.place-half']],
  ['a splash page', { splashPageType: 1, splashImage: '1/splash/a.png' }, []],
  ['a splash page without its picture', { splashPageType: 2 }, ['splashImage spot.splash-image-missing']],
] as const)('%s', (_, more, expected) => {
  expect(spotFaults({ ...PLAIN, ...more }).map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
});
