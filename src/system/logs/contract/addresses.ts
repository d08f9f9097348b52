export const OPERATION_LOG = '/isystem/log';
export const LOGIN_LOG = '/isystem/login-log';
export const DATA_LOG = '/isystem/data-log';
