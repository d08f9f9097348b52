/** The list, as older menus have it. */
export const JOB_LIST = '/isystem/quartz';
