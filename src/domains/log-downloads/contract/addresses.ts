export const LOG_DOWNLOADS = '/devices/log-downloads';
