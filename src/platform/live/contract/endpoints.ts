import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';

export const liveEndpoints = {
  ticket: endpoint({
    method: 'POST',
    path: '/sys/live/ticket',
    scope: 'tenant',
    permission: null,
    effect: 'read',
    request: z.strictObject({}),
    response: z.strictObject({ ticket: z.string(), expiresInSeconds: z.int() }),
    summary: 'A one-use ticket for the event stream: it stands in the address instead of the session token',
  }),
};

export const LIVE_STREAM_PATH = '/api/sys/live/stream';
