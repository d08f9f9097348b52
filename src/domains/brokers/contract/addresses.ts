export const BROKER_LIST = '/devices/mqtt';
export const BROKER_MOVES = '/devices/mqtt-changes';
