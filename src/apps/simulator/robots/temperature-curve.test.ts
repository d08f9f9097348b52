import { expect, test } from 'vitest';
import { createRandom } from '../world/random.ts';
import { createTemperatureCurve } from './temperature-curve.ts';

test('a fridge that does not cool warms with the time that passes, however often it is read', () => {
  const after = (readings: number, minutes: number): number => {
    const curve = createTemperatureCurve(createRandom(1).stream('fridge'));
    curve.read(new Date(0), false, false);
    let tenths = 0;
    for (let count = 1; count <= readings; count++) {
      const at = new Date((minutes * 60_000 * count) / readings);
      tenths = curve.read(at, false, true).find(({ part }) => part === 'fridge')!.celsiusTenths;
    }
    return tenths;
  };
  expect(after(1, 1)).toBeLessThan(80);
  expect(after(1, 15)).toBeGreaterThan(80);
  expect(Math.abs(after(15, 15) - after(1, 15))).toBeLessThan(5);
});
