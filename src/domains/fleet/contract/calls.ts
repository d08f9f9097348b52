import { ROBOTS } from '#domains/robots/contract/calls.ts';

/** Calls about the whole fleet stand beside those about robots. */
export const fleetPath = (name: string): string => `${ROBOTS}/${name}`;

export const FLEET_MAP_PAGE = '/devices/map';
export const MONITOR_PAGE = '/devices/monitor';
export const WALL_PAGE = '/devices/wall';
export const QUARANTINE_PAGE = '/devices/quarantine';
