import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

/** Sends what waits for one robot, if it is there and free. */
export const publishCommands = jobType('devices.publish-commands', z.object({ imei: z.string() }));
/** Tells a robot the settings it shall run with. */
export const publishConfig = jobType('devices.publish-config', z.object({ imei: z.string() }));
/** Goes on with a batch: tells the robots that were not told yet. */
export const runCommandBatch = jobType('devices.run-command-batch', z.object({ batchId: z.string() }), 300);
