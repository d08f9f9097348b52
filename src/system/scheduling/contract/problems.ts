/** What is wrong with a cron expression; each field has a code of its own, so that the refusal names it (product.md 3). */
export const schedulingProblems = {
  'cron.field-count': 422,
  'cron.day-or-week': 422,
  'cron.seconds-invalid': 422,
  'cron.minutes-invalid': 422,
  'cron.hours-invalid': 422,
  'cron.day-invalid': 422,
  'cron.month-invalid': 422,
  'cron.week-invalid': 422,
  'cron.year-invalid': 422,
} as const;
