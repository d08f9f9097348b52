import { statusTags } from '#ui/status/status-tags.ts';

export const changeStateTags = statusTags('fleet-changes:state', {
  running: 'busy',
  stopped: 'danger',
  done: 'success',
  taking_back: 'busy',
  taken_back: 'warning',
});
export const robotStateTags = statusTags('fleet-changes:robot', {
  waiting: 'neutral',
  sent: 'busy',
  later: 'neutral',
  done: 'success',
  failed: 'danger',
  silent: 'danger',
  left: 'neutral',
  returning: 'busy',
  returned: 'warning',
});
export const driftTags = statusTags('robot-drift:state', {
  by_hand: 'warning',
  refused: 'danger',
  not_taken: 'warning',
  firmware: 'info',
  unknown: 'neutral',
  same: 'success',
});
