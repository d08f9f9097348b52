/** Product.md 3. The first part of a path says which server it belongs to and so what is written before it. */
export const SYSTEM_BASE = '/api';
export const BACKEND_BASE = '/sos-backend';
export const STOREFRONT_BASE = '/storefront';

/** What lives under the system base: older clients know one base alone (settled 5). */
const SYSTEM_PATHS = ['/sys/', '/actuator/', '/online/cgreport/'];
export const isSystemPath = (path: string): boolean => SYSTEM_PATHS.some((start) => path.startsWith(start));

/** The storefront's paths are whole: nothing is written before them. */
export const isStorefrontPath = (path: string): boolean => path.startsWith(`${STOREFRONT_BASE}/`);

export const isBackendPath = (path: string): boolean => !isSystemPath(path) && !isStorefrontPath(path);
