import { cachedDetail } from '#platform/http/web/cached-detail.ts';
import { call } from '#platform/http/web/call.ts';
import type { RecordFilter } from '#ui/record-list/filters.ts';
import { robotEndpoints } from '../contract/endpoints.ts';

/** Robots as the choices of a filter, identified by IMEI: ten at a time, by part of the name or IMEI. */
export const findRobotOptions: Required<Pick<RecordFilter, 'search' | 'find'>> = {
  search: async (keyword, signal) => {
    const page = await call(robotEndpoints.page, { keyword, pageSize: 10 }, { signal, notices: 'none' });
    return page.records.map((robot) => ({ value: robot.imei, label: robot.name, hint: robot.imei }));
  },
  find: async (imei) => (await cachedDetail('robots', robotEndpoints.one, { imei })).name,
};
