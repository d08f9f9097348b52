import { endpoint } from '#platform/http/contract/endpoint.ts';
import { vitalCalls } from './calls.ts';
import { AddVitalsRequest, Vitals, VitalsCounted, VitalsRequest } from './vital.ts';

/** How fast the console is where people use it (ux-guide 14). */
export const vitalEndpoints = {
  add: endpoint({
    ...vitalCalls.add,
    bodyLimit: 16_384,
    request: AddVitalsRequest,
    response: VitalsCounted,
    summary: 'Count what a browser measured of its visit: route, metric and value, without the person',
  }),
  list: endpoint({
    method: 'GET',
    path: '/sys/vitals/list',
    permission: 'tenant-settings:view',
    request: VitalsRequest,
    response: Vitals,
    summary: 'LCP, INP and CLS of each page at the 75th percentile, over the last days or of one build',
  }),
};
