export const COMMAND_LOG = '/devices/commands';
