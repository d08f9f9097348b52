// Who is logged in, for every program behind the login; nothing here brings the kit or zod along.

export { askRights } from './ask-rights.ts';
export { takeFirstTenant } from './first-tenant.ts';
export { followSession } from './follow-session.ts';
