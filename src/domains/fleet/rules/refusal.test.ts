import { expect, test } from 'vitest';
import { isAddress, refusalDetail, refusalKind } from './refusal.ts';

test.each([
  ['login refused: unknown device', false, 'unknown', true],
  ['login refused: unknown device', true, 'retired', true],
  ['login refused', false, 'login', true],
  ['login refused', true, 'retired', true],
  ['topic of another tenant or kind', false, 'foreign-topic', false],
  ['publish refused', true, 'not-allowed', true],
  ['retained', false, 'not-allowed', false],
  ['retain refused', false, 'not-allowed', true],
  ['size refused', false, 'malformed', true],
  ['data.online: expected boolean', false, 'malformed', false],
  ['answer to an unknown command', false, 'other', false],
] as const)('%s, retired %s: %s, an address: %s', (reason, isRetired, why, address) => {
  expect(refusalKind(reason, isRetired)).toBe(why);
  expect(isAddress(reason)).toBe(address);
});

test.each([
  ['login refused: unknown device', { key: 'login-unknown' }],
  ['retain refused', { key: 'retained' }],
  ['malformed: data.online Invalid input: expected boolean', { key: 'malformed', part: 'data.online' }],
  ['malformed: (message) Invalid input', { key: 'malformed-message' }],
  ['text that cannot be stored: data.pos', { key: 'text', part: 'data.pos' }],
  ['text that cannot be stored: (message)', { key: 'text-message' }],
  ['unknown version 2', { key: 'version', part: '2' }],
  ['said by an older gateway', undefined],
])('%s is said as %j', (reason, detail) => {
  expect(refusalDetail(reason)).toEqual(detail);
});
