import { expect, test } from 'vitest';
import { goTo, tabNumber } from './frame-keys.ts';

test.each([
  [{ at: 0 }, 'o', 400, '/orders/list'],
  [{ at: 0 }, 'r', 400, '/devices/robots'],
  [{ at: 0 }, 'd', 400, '/'],
  [{ at: 0 }, 'o', 1_400, undefined],
  [{ at: 0 }, 'x', 400, undefined],
  [undefined, 'o', 400, undefined],
])('after %j the key %s at %i ms goes to %s', (pending, key, at, path) => {
  expect(goTo(pending, key, at)).toBe(path);
});

test.each([
  [{ altKey: true, code: 'Digit3' }, 3],
  [{ altKey: true, code: 'Digit0' }, undefined],
  [{ altKey: false, code: 'Digit3' }, undefined],
  [{ altKey: true, ctrlKey: true, code: 'Digit3' }, undefined],
  [{ altKey: true, code: 'KeyA' }, undefined],
])('%j chooses tab %s', (event, number) => {
  expect(tabNumber({ ctrlKey: false, metaKey: false, ...event })).toBe(number);
});
