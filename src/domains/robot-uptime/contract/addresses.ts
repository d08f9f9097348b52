/** Robots monitoring: the health of the fleet over days. */
export const ROBOTS_MONITORING = '/dashboard/robots';
