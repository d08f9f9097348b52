import { statusTags } from '#ui/status/status-tags.ts';

/** Colour and shape of where a dispute is. */
export const disputeStateTags = statusTags('disputes:state', {
  warning_needs_response: 'warning',
  warning_under_review: 'info',
  needs_response: 'danger',
  under_review: 'info',
  appeal_needs_response: 'warning',
  appeal_under_review: 'info',
  warning_closed: 'neutral',
  prevented: 'success',
  won: 'success',
  lost: 'danger',
});
