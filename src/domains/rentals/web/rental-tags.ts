import { statusTags } from '#ui/status/status-tags.ts';

/** Colour and shape of the codes of a rental. */
export const rentalStatusTags = statusTags('rentals:status', {
  0: 'neutral',
  1: 'busy',
  2: 'danger',
  3: 'warning',
  4: 'success',
  5: 'warning',
  6: 'success',
  7: 'danger',
});

export const rentalRefundTags = statusTags('rentals:refundStatus', {
  100: 'warning',
  101: 'busy',
  102: 'success',
  103: 'neutral',
  104: 'neutral',
});
