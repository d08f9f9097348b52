import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacketSizeGuard } from './packet-size-guard.ts';
import { filterCovers, filterMatches } from './topic-filter.ts';

test.each([
  ['a/b', 'a/b', true],
  ['a/+', 'a/b', true],
  ['a/+', 'a/b/c', false],
  ['a/+', 'a', false],
  ['a/#', 'a/b/c', true],
  ['a/b', 'a/c', false],
])('%s matches %s: %s', (filter, topic, answer) => {
  expect(filterMatches(filter, topic)).toBe(answer);
});

test.each([
  ['a/cmd/+', 'a/cmd/+', true],
  ['a/cmd/+', 'a/cmd/7', true],
  ['a/cmd/+', 'a/+/7', false],
  ['a/cmd/+', 'a/cmd/#', false],
  ['a/cmd/+', '#', false],
  ['a/cmd/+', 'a/cmd', false],
  ['a/cmd/+', '$share/x/a/cmd/+', false],
])('%s covers a subscription to %s: %s', (allowed, wanted, answer) => {
  expect(filterCovers(allowed, wanted)).toBe(answer);
});

const packet = (body: number): Buffer => {
  const length: number[] = [];
  let left = body;
  do {
    length.push((left % 128) | (left >= 128 ? 0x80 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(body, 0xff)]);
};

test('packets within the limit pass however the stream is cut, a larger one is noticed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 20 }),
      fc.integer({ min: 1, max: 70 }),
      (sizes, step) => {
        const stream = Buffer.concat(sizes.map(packet));
        const guard = new PacketSizeGuard(200);
        let accepted = true;
        for (let i = 0; i < stream.length; i += step)
          accepted = guard.accepts(stream.subarray(i, i + step)) && accepted;
        expect(accepted).toBe(sizes.every((size) => size <= 200));
      },
    ),
  );
});
