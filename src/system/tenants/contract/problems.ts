export const tenantProblems = {
  'tenant.not-found': 404,
  'tenant.storage-address': 422,
  'tenant.storage-secret': 422,
} as const;
