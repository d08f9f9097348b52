import { statusTags } from '#ui/status/status-tags.ts';

export const closeStateTags = statusTags('daily-close:state', {
  running: 'busy',
  open: 'warning',
  failed: 'danger',
  signed: 'success',
});

export const differenceStateTags = statusTags('daily-close:differenceState', {
  open: 'danger',
  mending: 'busy',
  settled: 'success',
  accepted: 'neutral',
});
