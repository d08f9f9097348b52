import { statusTags } from '#ui/status/status-tags.ts';

export const changeTags = statusTags('points-log:change', { 1: 'success', 2: 'info', 3: 'neutral', 4: 'warning' });
export const redemptionTags = statusTags('redemptions:state', { 1: 'success', 2: 'neutral' });
