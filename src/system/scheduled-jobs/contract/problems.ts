export const scheduledJobProblems = {
  'scheduled-job.not-found': 404,
  /** `jobClassName` is no key of the registry (system-api.md 5.11). */
  'scheduled-job.work-unknown': 422,
  'scheduled-job.parameter-malformed': 422,
  'scheduled-job.too-often': 422,
  'scheduled-job.never-runs': 422,
  'scheduled-job.receiver-unknown': 422,
  'scheduled-job.still-running': 409,
  // of runs
  'scheduled-job.owner-gone': 403,
  'scheduled-job.nobody-to-write': 422,
  'scheduled-job.interrupted': 503,
  'scheduled-job.broken': 500,
} as const;
