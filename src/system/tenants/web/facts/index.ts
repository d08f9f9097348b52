// What every program behind the login asks about its tenant first; nothing here brings the kit or zod along.

export { type LoadedTenant, loadTenant, reloadTenant } from './load-tenant.ts';
