export const fleetProblems = {
  'fleet.not-retired': 409,
  'fleet.moved-away': 409,
  'fleet.orders-being-made': 409,
  'fleet.orders-open': 409,
  'fleet.tenant-same': 422,
  'fleet.tenant-not-allowed': 403,
  'fleet.too-many': 422,
  'fleet.count-changed': 409,
} as const;
