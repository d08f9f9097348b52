import { statusTags } from '#ui/status/status-tags.ts';

/** Colour and shape of the codes of an application; the words are those of the orders that the list is narrowed to. */
export const refundStatusTags = statusTags('orders:refundStatus', {
  100: 'warning',
  101: 'busy',
  102: 'success',
  103: 'neutral',
  104: 'neutral',
});
