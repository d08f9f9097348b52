/** Those of the tenant itself are of the slice `tenants`. */
export const tenantRegisterProblems = {
  'tenant.number-taken': 422,
  'tenant.in-use': 422,
  'tenant.none-chosen': 422,
  'tenant.all-in-use': 422,
  'tenant.platform': 422,
  'tenant.selected': 422,
  'tenant.not-empty': 409,
} as const;
