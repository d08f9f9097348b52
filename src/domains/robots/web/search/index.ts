import { call } from '#platform/http/web/call.ts';
import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { robotEndpoints } from '../../contract/endpoints.ts';

/** Robots by part of their name or IMEI. */
export const robotSearcher: RecordSearcher = {
  kind: 'robots',
  permission: robotEndpoints.page.permission,
  icon: 'robot',
  async find(text, signal) {
    const page = await call(robotEndpoints.page, { keyword: text, pageSize: 5 }, { signal, notices: 'none' });
    return page.records.map((robot) => ({
      title: robot.name,
      hint: robot.spotName ?? robot.imei,
      to: `/devices/robots/${encodeURIComponent(robot.imei)}`,
    }));
  },
};
