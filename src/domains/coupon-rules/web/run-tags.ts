import { statusTags } from '#ui/status/status-tags.ts';

/** States of a sending, as lists and panels show them. */
export const runTags = statusTags('coupon-runs:state', {
  ...{ planned: 'neutral', off: 'neutral', waiting: 'info', running: 'info', done: 'success' },
  ...{ partial: 'warning', stopped: 'warning', failed: 'danger' },
});
