import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

/** Fetches what the provider booked of a day and matches the day; goes on where it broke off. */
export const runClose = jobType('daily-close.run', z.object({ closeId: z.string() }), 900);
