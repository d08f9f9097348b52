export const ACCESS_REQUESTS = '/isystem/access-requests';
