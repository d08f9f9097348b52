export const ROLE_LIST = '/isystem/role';
export const rolePage = (id: string): string => `${ROLE_LIST}/${encodeURIComponent(id)}`;
