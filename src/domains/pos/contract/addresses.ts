export const POS_LIST = '/devices/pos';
