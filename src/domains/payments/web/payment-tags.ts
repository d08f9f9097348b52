import { statusTags } from '#ui/status/status-tags.ts';

/** Colour and shape of what became of an attempt to pay. */
export const paymentStateTags = statusTags('payments:state', {
  created: 'neutral',
  pending: 'info',
  requires_action: 'warning',
  held: 'info',
  succeeded: 'success',
  failed: 'danger',
  cancelled: 'neutral',
});
