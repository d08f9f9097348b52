import type { ServerSlice } from '#platform/http/server/slice.ts';

/** Every slice of the server, in the order in which they stand on each other. */
export const slices: readonly ServerSlice[] = [];
