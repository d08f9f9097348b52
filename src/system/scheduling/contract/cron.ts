/** Fields of a cron expression in their order; the year may be left out (practice 17.2). */
export const CRON_FIELDS = ['seconds', 'minutes', 'hours', 'day', 'month', 'week', 'year'] as const;
export type CronField = (typeof CRON_FIELDS)[number];
