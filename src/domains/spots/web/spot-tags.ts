import { statusTags } from '#ui/status/status-tags.ts';

export const spotStatusTags = statusTags('spots:status', { in_business: 'success', suspended: 'warning' });
