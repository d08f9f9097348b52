import { ROBOT_BASES, ROBOTS } from '#domains/robots/contract/calls.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import {
  addTemperatureEndpoints,
  robotExportEndpoints,
  robotOptionEndpoints,
} from '#domains/robots/contract/more-endpoints.ts';
import { type Route, route } from '#platform/http/server/route.ts';
import { addTemperature } from './add-temperature.ts';
import { exportRobots } from './robot-export.ts';
import { robotOptions } from './robot-options.ts';

/** Calls of the specification that it names for the three bases without saying which is where (settled 2). */
const AT_EACH_BASE: ReadonlySet<string> = new Set([
  robotEndpoints.page.path,
  robotEndpoints.one.path,
  robotEndpoints.add.path,
  robotEndpoints.update.path,
  robotEndpoints.updateStatus.path,
  robotEndpoints.bindServiceSpots.path,
  robotEndpoints.temperatures.path,
  robotEndpoints.getMqtts.path,
  robotEndpoints.sendCommand.path,
  robotEndpoints.deviceLogs.path,
]);

/** These calls at the other bases, and the second name of editing at all of them. */
export function routesAtEachBase(routes: readonly Route[]): Route[] {
  const bases = Object.values(ROBOT_BASES);
  return routes.flatMap(({ endpoint, handle }): Route[] => {
    if (!AT_EACH_BASE.has(endpoint.path)) return [];
    const name = endpoint.path.slice(ROBOTS.length);
    const others = bases.flatMap((base) => (base === ROBOTS ? [] : [`${base}${name}`]));
    const second = endpoint.path === robotEndpoints.update.path ? bases.map((base) => `${base}${name}_v2`) : [];
    return [...others, ...second].map((path) => ({ endpoint: { ...endpoint, path }, handle }));
  });
}

export const moreRobotRoutes: readonly Route[] = [
  ...Object.values(robotOptionEndpoints).map((endpoint) => route(endpoint, robotOptions)),
  ...Object.values(robotExportEndpoints).map((endpoint) => route(endpoint, exportRobots)),
  ...Object.values(addTemperatureEndpoints).map((endpoint) => route(endpoint, addTemperature)),
];
