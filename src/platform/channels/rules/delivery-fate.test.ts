import { expect, test } from 'vitest';
import { deliveryFate, faultOfHttpStatus, faultOfSmtpReply, MOST_ATTEMPTS, smtpReply } from './delivery-fate.ts';

test.each([
  [undefined, 1, 'sent'],
  ['unreachable', 1, 'again'],
  ['busy', MOST_ATTEMPTS - 1, 'again'],
  ['unreachable', MOST_ATTEMPTS, 'failed'],
  ['refused', 1, 'failed'],
  ['not-configured', 1, 'failed'],
  ['address-refused', 1, 'failed'],
  ['expired', 1, 'failed'],
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
