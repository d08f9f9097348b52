/** The files of the tenant, and the space that they take. */
export const STORAGE = '/isystem/storage';
