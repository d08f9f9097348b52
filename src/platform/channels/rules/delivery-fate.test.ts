import { expect, test } from 'vitest';
import {
  deliveryFate,
  faultOfHttpStatus,
  faultOfSmtpReply,
  MOST_ATTEMPTS,
  nextTry,
  retryAfterSeconds,
  smtpNumber,
  smtpReply,
} from './delivery-fate.ts';

test.each([
  [undefined, 1, 'sent'],
  ['unreachable', 1, 'again'],
  ['busy', MOST_ATTEMPTS - 1, 'again'],
  ['unreachable', MOST_ATTEMPTS, 'failed'],
  ['refused', 1, 'failed'],
  ['not-configured', 1, 'failed'],
  ['address-refused', 1, 'failed'],
  ['expired', 1, 'failed'],
  ['no-receiver', 1, 'failed'],
  ['bounced', 1, 'failed'],
] as const)('%s at attempt %d: %s', (fault, attempts, fate) => {
  expect(deliveryFate(fault, attempts)).toBe(fate);
});

test.each([
  [200, undefined],
  [202, undefined],
  [400, 'refused'],
  [401, 'refused'],
  [408, 'unreachable'],
  [425, 'unreachable'],
  [429, 'busy'],
  [500, 'unreachable'],
  [503, 'unreachable'],
] as const)('a provider that answers %d: %s', (status, fault) => {
  expect(faultOfHttpStatus(status)).toBe(fault);
});

test.each([
  [421, 'busy'],
  [451, 'busy'],
  [535, 'refused'],
  [550, 'refused'],
] as const)('a mail server that replies %d: %s', (code, fault) => {
  expect(faultOfSmtpReply(code)).toBe(fault);
});

test.each([
  ['535 5.7.8 Authentication failed', '535 5.7.8 Authentication failed'],
  ['250-first\r\n250 second', '250-first'],
  ['SSH-2.0-OpenSSH', ''],
  [undefined, ''],
  [`250 ${'a'.repeat(300)}`, `250 ${'a'.repeat(196)}`],
])('of the reply %j the reader sees %j', (reply, shown) => {
  expect(smtpReply(reply)).toBe(shown);
});

const NOW = new Date('2027-01-15T10:00:00Z');
test.each([
  [1, 0, '2027-01-15T10:01:00.000Z'],
  [2, 0, '2027-01-15T10:05:00.000Z'],
  [3, 0, '2027-01-15T10:30:00.000Z'],
  [4, 0, undefined],
  [1, 120, '2027-01-15T10:02:00.000Z'],
  [2, 120, '2027-01-15T10:05:00.000Z'],
  [1, 86_400, '2027-01-15T11:00:00.000Z'],
])('after attempt %d, with %d seconds asked for: %s', (attempts, asked, at) =>
  expect(nextTry(attempts, NOW, asked)?.toISOString()).toBe(at),
);

test.each([
  [null, 0],
  ['30', 30],
  ['Fri, 15 Jan 2027 10:02:00 GMT', 120],
  ['Fri, 15 Jan 2027 09:00:00 GMT', 0],
  ['soon', 0],
])('Retry-After %s is %d seconds', (header, seconds) => expect(retryAfterSeconds(header, NOW)).toBe(seconds));

test.each([
  ['550 5.1.1 <kari@example.com> unknown', '550 5.1.1'],
  ['421 come back later', '421'],
  ['hello', ''],
])('of %s the log keeps %s', (reply, kept) => expect(smtpNumber(reply)).toBe(kept));
