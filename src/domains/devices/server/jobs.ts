import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

/** Sends what waits for one robot, if it is there and free. */
export const publishCommands = jobType('devices.publish-commands', z.object({ imei: z.string() }));
/** Tells a robot the settings it shall run with. */
export const publishConfig = jobType('devices.publish-config', z.object({ imei: z.string() }));
