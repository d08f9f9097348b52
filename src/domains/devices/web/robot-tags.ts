import { statusTags } from '#ui/status/status-tags.ts';

export const robotStatusTags = statusTags('devices:status', {
  normal: 'success',
  maintain: 'warning',
  offline: 'danger',
});

export const soldOutTags = statusTags('devices:soldOut', {
  available: 'success',
  partly: 'warning',
  soldOut: 'danger',
});

export const commandStateTags = statusTags('devices:commandState', {
  queued: 'neutral',
  sent: 'info',
  accepted: 'info',
  running: 'busy',
  succeeded: 'success',
  failed: 'danger',
  timed_out: 'warning',
  expired: 'warning',
  cancelled: 'neutral',
});

export const batchItemTags = statusTags('transfers:batchItem', {
  waiting: 'neutral',
  sent: 'info',
  succeeded: 'success',
  failed: 'danger',
});
