import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { bySpot } from '#platform/records/server/by-spot.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import { DRIFT, FLEET_CHANGES, NEW_CHANGE } from '../contract/addresses.ts';
import { FLEET_RUN, fleetChangeEndpoints } from '../contract/endpoints.ts';
import { fleetChanges, robotDrift } from '../contract/fleet-changes.ts';
import { fleetChangeProblems } from '../contract/problems.ts';
import { dryRun, resumeChange, seesChange, showChange, startChange, stopChange, takeBack } from './change-calls.ts';
import { changesWithCounts } from './change-store.ts';
import { fixDrift } from './drift.ts';
import { lookAtChanges, stepChange } from './step-change.ts';

const title = (key: string) => ({ namespace: 'fleet-changes', key });

export const fleetChangeSlice: ServerSlice = sliceOf(
  {
    name: 'fleet-changes',
    about:
      'Changes of many robots in stages that stop by themselves and go back, and robots that run with something else.',
    problems: fleetChangeProblems,
    jobs: [stepChange],
    schedules: [lookAtChanges],
    permissions: { [FLEET_RUN]: { namespace: 'fleet-change-words', key: 'run' } },
    routes: [
      route(fleetChangeEndpoints.dryRun, dryRun),
      route(fleetChangeEndpoints.start, startChange),
      route(fleetChangeEndpoints.progress, showChange),
      route(fleetChangeEndpoints.stop, stopChange),
      route(fleetChangeEndpoints.goOn, resumeChange),
      route(fleetChangeEndpoints.takeBack, takeBack),
      route(fleetChangeEndpoints.fixDrift, fixDrift),
    ],
    menu: [
      {
        ...{ page: 'devices/changes', kind: fleetChanges, under: 'devices', path: FLEET_CHANGES },
        ...{ icon: 'upload', sort: 33 },
      },
      {
        ...{ page: 'devices/changes-new', under: 'devices', path: NEW_CHANGE, hidden: true, icon: 'upload', sort: 33 },
        ...{ title: title('new.title'), needs: FLEET_RUN },
      },
      {
        ...{ page: 'devices/changes-detail', under: 'devices', path: `${FLEET_CHANGES}/detail/:id`, hidden: true },
        ...{ title: title('detail.title'), needs: fleetChanges.permission('view'), icon: 'upload', sort: 33 },
      },
      {
        ...{ page: 'devices/drift', kind: robotDrift, under: 'devices', path: DRIFT, icon: 'refresh', sort: 33 },
      },
    ],
  },
  serveList(fleetChanges, { rows: changesWithCounts, visible: { condition: seesChange } }),
  serveList(robotDrift, { visible: bySpot('spotId') }),
);
