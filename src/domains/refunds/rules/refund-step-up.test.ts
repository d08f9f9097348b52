import { expect, test } from 'vitest';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { needsStepUp } from './refund-step-up.ts';

const returned = { status: RefundStatus.returned, providerState: 'succeeded', amountMinor: 300 } as const;
const waiting = { status: RefundStatus.requestedByCustomer, providerState: null, amountMinor: 900 } as const;
const underway = { status: RefundStatus.requestedByStaff, providerState: 'pending', amountMinor: 100 } as const;
const refused = { status: RefundStatus.rejected, providerState: null, amountMinor: 900 } as const;

test.each([
  ['no limit asks nobody', null, [], 10 ** 9, false],
  ['up to the limit nobody is asked', 500, [], 500, false],
  ['above it the password is', 500, [], 501, true],
  ['what went back before counts', 500, [returned], 201, true],
  ['what is on its way counts', 500, [returned, underway], 101, true],
  ['what waits for an answer or was refused does not', 500, [waiting, refused], 500, false],
  ['a limit of nothing asks always', 0, [], 1, true],
] as const)('%s', (_, limit, refunds, asked, needed) => {
  expect(needsStepUp(limit, refunds, asked)).toBe(needed);
});
