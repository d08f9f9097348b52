import { HEALTH_TONES } from '#domains/devices/rules/health-tones.ts';
import { statusTags } from '#ui/status/status-tags.ts';

export const spotStatusTags = statusTags('spots:status', { in_business: 'success', suspended: 'warning' });

/** Of the robots that stand there, in the words of robots. */
export const healthTags = statusTags('devices:health', HEALTH_TONES);
