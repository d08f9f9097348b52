import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

/** Looks what became of the robots that were told, and tells the next ones. */
export const stepFleetChange = jobType('fleet-changes.step', z.object({ changeId: z.string() }), 120);
