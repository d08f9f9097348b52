import { expect, test } from 'vitest';
import { DISPUTE_STATES, type DisputeState } from '../contract/dispute.ts';
import { type DisputeFacts, disputedOf, disputeSteps, isOver, mayFollow, takenOf } from './disputes.ts';

const received = { amountMinor: 4_500, currency: 'NOK' };
const at = new Date('2027-03-01T09:00:00Z');
const dispute = (state: DisputeState, more: Partial<DisputeFacts> = {}): DisputeFacts => ({
  ...{ state, amountMinor: 4_500, currency: 'NOK', refundable: false, withdrawnAt: at, reinstatedAt: null },
  ...more,
});
const inquiry = (state: DisputeState) => dispute(state, { refundable: true, withdrawnAt: null });

test.each([
  ['no dispute', [], 0],
  ['a bank that asks and has taken nothing', [inquiry('warning_needs_response')], 0],
  ['an inquiry that came to nothing', [inquiry('warning_closed')], 0],
  ['an open one', [dispute('needs_response')], 4_500],
  ['an open one about a part blocks all of it', [dispute('under_review', { amountMinor: 1_000 })], 4_500],
  ['a lost one', [dispute('lost')], 4_500],
  ['a lost one about a part', [dispute('lost', { amountMinor: 1_000 })], 1_000],
  ['a won one', [dispute('won', { reinstatedAt: at })], 0],
  ['a won one whose money is not back yet', [dispute('won')], 4_500],
  ['one that another bank counts', [dispute('lost', { amountMinor: 430, currency: 'USD' })], 4_500],
  ['two about more than there was', [dispute('lost'), dispute('lost')], 4_500],
] as const)('%s', (_, disputes, amountMinor) => {
  expect(disputedOf(received, disputes)).toBe(amountMinor);
});

test('what banks have taken is only what is off the account', () => {
  expect(takenOf(received, [inquiry('warning_needs_response')])).toBe(0);
  expect(takenOf(received, [dispute('under_review', { amountMinor: 1_000 })])).toBe(1_000);
  expect(takenOf(received, [dispute('won', { reinstatedAt: at })])).toBe(0);
});

test('what has become of one: an inquiry or more than that, and how it ended', () => {
  const closedAt = new Date('2027-03-09T09:00:00Z');
  const of = (state: DisputeState, withdrawnAt: Date | null = at) =>
    disputeSteps({ state, openedAt: at, withdrawnAt, closedAt: isOver(state) ? closedAt : null });
  const opened = { what: 'opened', at };
  expect(of('needs_response')).toEqual([opened]);
  expect(of('appeal_under_review')).toEqual([opened]);
  expect(of('won')).toEqual([opened, { what: 'won', at: closedAt }]);
  expect(of('lost')).toEqual([opened, { what: 'lost', at: closedAt }]);
  const inquired = { what: 'inquired', at };
  expect(of('warning_under_review', null)).toEqual([inquired]);
  expect(of('warning_closed', null)).toEqual([inquired, { what: 'warning_closed', at: closedAt }]);
});

test('one that is over does not open again, but for an appeal after a loss', () => {
  for (const before of DISPUTE_STATES.filter(isOver))
    for (const after of DISPUTE_STATES.filter((state) => !isOver(state)))
      expect(mayFollow(before, after), `${before} → ${after}`).toBe(before === 'lost' && after.startsWith('appeal'));
  expect(mayFollow('warning_under_review', 'needs_response')).toBe(true);
  expect(mayFollow('appeal_under_review', 'won')).toBe(true);
});
