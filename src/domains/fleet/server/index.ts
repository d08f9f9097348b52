import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { FLEET_MAP_PAGE, QUARANTINE_PAGE, WALL_PAGE } from '../contract/calls.ts';
import { fleetEndpoints } from '../contract/endpoints.ts';
import { fleetProblems } from '../contract/problems.ts';
import { bindMany, changeSettings } from './change-many.ts';
import { readMonitorBoard } from './monitor-board.ts';
import { listTenantsToMoveTo, moveRobot } from './move-robot.ts';
import { pageQuarantinedDevices } from './quarantined-devices.ts';
import { bringBackRobot, retireRobot } from './retire-robot.ts';
import { readSpotMap } from './spot-map.ts';

const page = (name: string, path: string, key: string, needs: string) => ({
  ...{ page: `devices/${name}`, under: 'devices', path, needs },
  title: { namespace: 'fleet', key },
});

export const fleet: ServerSlice = {
  name: 'fleet',
  about:
    'The fleet as a whole: map, monitor, refused devices, changes of many robots, and robots that leave or come back.',
  documentedWith: 'devices',
  routes: [
    route(fleetEndpoints.bindMany, bindMany),
    route(fleetEndpoints.changeSettings, changeSettings),
    route(fleetEndpoints.retire, retireRobot),
    route(fleetEndpoints.bringBack, bringBackRobot),
    route(fleetEndpoints.changeDeviceTenant, moveRobot),
    route(fleetEndpoints.getTenantList, listTenantsToMoveTo),
    route(fleetEndpoints.spotMap, readSpotMap),
    route(fleetEndpoints.monitorBoard, readMonitorBoard),
    route(fleetEndpoints.quarantinedDevices, pageQuarantinedDevices),
  ],
  problems: fleetProblems,
  permissions: {
    'robot:retire': { namespace: 'fleet-words', key: 'permission.retire' },
    'robot:move': { namespace: 'fleet-words', key: 'permission.move' },
  },
  menu: [
    { ...page('map', FLEET_MAP_PAGE, 'map.title', 'robot:view'), icon: 'spot', sort: 33 },
    { ...page('wall', WALL_PAGE, 'wall.title', 'robot:view'), sort: 33, hidden: true },
    { ...page('quarantine', QUARANTINE_PAGE, 'quarantine.title', 'robot:view-log'), icon: 'warning', sort: 39 },
  ],
};
