import { HEALTH_TONES } from '#domains/robots/rules/health-tones.ts';
import { statusTags } from '#ui/status/status-tags.ts';
import type { Tone } from '#ui/tag/tag.tsx';

export const robotStatusTags = statusTags('robots:status', {
  normal: 'success',
  maintain: 'warning',
  offline: 'danger',
});

export const healthTags = statusTags('robots:health', HEALTH_TONES satisfies Readonly<Record<string, Tone>>);

export const soldOutTags = statusTags('robots:soldOut', {
  available: 'success',
  partly: 'warning',
  soldOut: 'danger',
});

export const commandStateTags = statusTags('robots:commandState', {
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
