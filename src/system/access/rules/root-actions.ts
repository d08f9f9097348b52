/** Areas over all tenants: their calls ask for the administrator himself, whatever a role says (security 3.8). */
const AREAS: ReadonlySet<string> = new Set(['tenant']);

/** Whether an action is the administrator's alone, so that no role is given it by default. */
export const isOfRoot = (action: string): boolean => AREAS.has(action.split(':')[0] ?? '');
