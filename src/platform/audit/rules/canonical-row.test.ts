import { describe, expect, test } from 'vitest';
import { canonicalJson, lastingText, personalText, type SignedRow } from './canonical-row.ts';

describe('one text for one value', () => {
  test.each([
    [{ b: 1, a: { d: [1, null], c: 'x' } }, '{"a":{"c":"x","d":[1,null]},"b":1}'],
    [undefined, 'null'],
    [{ left: undefined, at: new Date('2026-01-02T03:04:05.006Z') }, '{"at":"2026-01-02T03:04:05.006Z"}'],
    ['"\n', '"\\"\\n"'],
    [-0, '0'],
    [1e21, '1e+21'],
  ])('%j', (value, text) => expect(canonicalJson(value)).toBe(text));
});

const row: SignedRow = {
  ...{ tenantId: '1', id: 'i', at: new Date(0), actorKind: 'staff', actorId: 'u', actorName: 'Ann', action: 'a:b' },
  ...{ objectKind: 'k', objectId: 'o', result: 'done', before: { a: 1 }, after: null, reason: null, address: '' },
  requestId: 'r',
};

test('each field changes one of the two texts, and only what may name people changes the first', () => {
  const digest = '00';
  const changed = { before: { a: 2 }, after: 1, reason: 'why', address: '::1', actorName: 'Bob' };
  for (const [field, value] of Object.entries(changed)) {
    const other = { ...row, [field]: value };
    expect(personalText(other), field).not.toBe(personalText(row));
    expect(lastingText(other, digest), field).toBe(lastingText(row, digest));
  }
  const lasting = { tenantId: '2', actorKind: 'system', actorId: 'x', action: 'c', objectKind: 'x', objectId: 'x' };
  for (const [field, value] of Object.entries({ ...lasting, result: 'refused', requestId: 'x', at: new Date(1) })) {
    const other = { ...row, [field]: value };
    expect(personalText(other), field).toBe(personalText(row));
    expect(lastingText(other, digest), field).not.toBe(lastingText(row, digest));
  }
});
