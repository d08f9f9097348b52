/** The list, as older menus have it. */
export const ONLINE_LIST = '/isystem/online';
