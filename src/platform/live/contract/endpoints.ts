import * as z from 'zod';
import { endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { LIVE_STREAM, liveCalls } from './calls.ts';

export const liveEndpoints = {
  ticket: endpoint({
    ...liveCalls.ticket,
    request: z.strictObject({}),
    response: z.strictObject({ ticket: z.string(), expiresInSeconds: z.int() }),
    summary: 'A one-use ticket for the event stream: it stands in the address instead of the session token',
  }),
};

export const LIVE_STREAM_PATH = fullPath(LIVE_STREAM);
