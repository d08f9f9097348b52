export const tenantProblems = {
  'tenant.not-found': 404,
  'tenant.storage-address': 422,
  'tenant.storage-secret': 422,
  'tenant.message-address': 422,
  'tenant.message-secret': 422,
  'tenant.message-body': 422,
  'tenant.changed-meanwhile': 409,
  'tenant.has-settings': 409,
} as const;
