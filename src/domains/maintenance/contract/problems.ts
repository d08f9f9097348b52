export const maintenanceProblems = {
  'maintenance.in-future': 422,
  'maintenance.before-last': 422,
  'maintenance.only-all-spots': 403,
} as const;
