import { expect, test } from 'vitest';
import { redacted } from './redacted.ts';

test('codes and amounts stay, secrets and persons go, at any depth', () => {
  expect(
    redacted({
      ...{ id: 'pi_1', amount: 4500, client_secret: 'pi_1_secret', customer: null, receipt_email: 'a@b.no' },
      charges: [{ billing_details: { name: 'Kari' }, status: 'succeeded', payment_method: 'pm_1' }],
      metadata: { orderNo: '1', accessToken: 'x' },
    }),
  ).toEqual({
    ...{ id: 'pi_1', amount: 4500, client_secret: '••••', customer: null, receipt_email: '••••' },
    charges: [{ billing_details: '••••', status: 'succeeded', payment_method: '••••' }],
    metadata: { orderNo: '1', accessToken: '••••' },
  });
  expect([redacted('text'), redacted(null), redacted(7)]).toEqual(['text', null, 7]);
});

test('what is nested without end is cut', () => {
  let deep: unknown = 'end';
  for (let level = 0; level < 50; level++) deep = { deep };
  expect(JSON.stringify(redacted(deep))).not.toContain('end');
});
