import type * as z from 'zod';

/** A duty that is performed after commit, at least once; its handler is idempotent (security 9.4). */
export interface JobType<Data extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly data: Data;
  /** Handler deadline in seconds. */
  readonly timeoutSeconds: number;
  /** It waits for a server that a tenant chose: it has places of its own, so that it takes none from work on money (decision 135). */
  readonly waitsForOthers: boolean;
}

export function jobType<Data extends z.ZodType>(
  name: string,
  data: Data,
  timeoutSeconds = 30,
  { waitsForOthers = false } = {},
): JobType<Data> {
  return { name, data, timeoutSeconds, waitsForOthers };
}
