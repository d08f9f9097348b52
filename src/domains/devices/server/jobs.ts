import * as z from 'zod';
import { DEVICE_KINDS } from '#domains/devices/contract/topics.ts';
import { jobType } from '#platform/jobs/contract/job.ts';

/** The kind is missing in jobs that an earlier version has left behind: then all devices were robots. */
const Device = z.object({ imei: z.string(), kind: z.enum(DEVICE_KINDS).default('robot') });

/** Sends what waits for one device, if it is there and free. */
export const publishCommands = jobType('devices.publish-commands', Device);
/** Sends a device the settings it shall run with. */
export const publishConfig = jobType('devices.publish-config', Device);
