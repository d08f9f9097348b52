import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { readChoice } from '#platform/http/contract/choice.ts';

const ASKED = String(RefundStatus.requestedByCustomer);

/**
 * What an order list is asked for those of its orders whose customers want money back; undefined where its own filter of
 * refund states leaves none of them.
 */
export function requestsAmong(request: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const { pageNo: _, pageSize: __, column: ___, order: ____, refundStatus, ...filters } = request;
  if (typeof refundStatus === 'string') {
    const { isNot, values } = readChoice(refundStatus);
    if (values.includes(ASKED) === isNot) return undefined;
  }
  return { ...filters, refundStatus: ASKED };
}
