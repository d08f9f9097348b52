/** Product.md 3. The first part of a path says which server it belongs to and so what is written before it. */
export const SYSTEM_BASE = '/api';
export const BACKEND_BASE = '/sos-backend';
export const STOREFRONT_BASE = '/storefront';

/** `/sys/…` lives under the system base, and what an older console asks of its server (settled 5). */
export const isSystemPath = (path: string): boolean => /^\/(sys|actuator)\//.test(path);

/** The storefront's paths are whole: nothing is written before them. */
export const isStorefrontPath = (path: string): boolean => path.startsWith(`${STOREFRONT_BASE}/`);
