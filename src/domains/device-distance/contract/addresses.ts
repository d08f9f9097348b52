export const DEVICE_DISTANCE = '/devices/distance';
