import { HEALTH_TONES } from '#domains/robots/rules/health-tones.ts';
import { statusTags } from '#ui/status/status-tags.ts';

export const spotStatusTags = statusTags('spots:status', { in_business: 'success', suspended: 'warning' });

/** Of the robots that stand there, in the words of robots. */
export const healthTags = statusTags('robots:health', HEALTH_TONES);
