export const tenantProblems = {
  'tenant.not-found': 404,
} as const;
