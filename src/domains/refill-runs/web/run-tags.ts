import { statusTags } from '#ui/status/status-tags.ts';

export const runStateTags = statusTags('refill-runs:state', {
  planned: 'info',
  running: 'busy',
  done: 'success',
  cancelled: 'neutral',
});
export const stopStateTags = statusTags('refill-runs:stop', {
  waiting: 'neutral',
  filled: 'success',
  skipped: 'warning',
});
