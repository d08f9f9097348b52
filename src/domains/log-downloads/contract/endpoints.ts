import * as z from 'zod';
import { ROBOTS } from '#domains/robots/contract/calls.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant } from '#platform/http/contract/fields.ts';
import { VIEWS_LOG } from './log-downloads.ts';

/** Of one robot, inside the last 72 hours. */
export const AddLogDownloadRequest = z.strictObject({ robotId: Id, from: Instant, to: Instant });
export type AddLogDownloadRequest = z.infer<typeof AddLogDownloadRequest>;

const change = { method: 'POST', permission: VIEWS_LOG } as const;
const Added = z.strictObject({ id: z.string(), commandId: z.string(), isOnline: z.boolean() });

export const logDownloadEndpoints = {
  add: endpoint({
    ...change,
    path: `${ROBOTS}/addLogDownload`,
    request: AddLogDownloadRequest,
    response: Added,
    summary: 'Ask a robot for its log of a time within the last three days; a file is made of what it sends',
  }),
  retry: endpoint({
    ...change,
    path: `${ROBOTS}/retryLogDownload`,
    request: z.strictObject({ id: Id }),
    response: Added,
    summary: 'Ask the robot once more for a log of which no file came',
  }),
};
