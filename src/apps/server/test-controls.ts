import * as z from 'zod';
import { type RawRoute, rawRoute } from '#platform/http/server/route.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RunningDeps } from './build-server.ts';

const SetClock = z.strictObject({ now: z.iso.datetime({ offset: true }) });
const BECAUSE = 'only with TEST_CONTROLS=on, never in production; a login would be locked out by a moved clock';

/** Moves the clock and performs what is due, for outside checks (product.md 2, TEST_CONTROLS). */
export function testControls({ services, runDue }: RunningDeps): RawRoute[] {
  const answer = (result: unknown) => ({
    success: true,
    code: '200',
    message: '',
    result,
    timestamp: services.clock.now().getTime(),
  });
  return [
    rawRoute({
      method: 'GET',
      path: '/api/test-controls/clock',
      openBecause: BECAUSE,
      summary: 'The time of the server',
      handle: async () => answer({ now: services.clock.now().toISOString() }),
    }),
    rawRoute({
      method: 'PUT',
      path: '/api/test-controls/clock',
      openBecause: BECAUSE,
      summary: 'Sets the time; it keeps ticking from there',
      handle: async (_services, request) => {
        const parsed = SetClock.safeParse(request.body);
        if (!parsed.success) return raise('request.malformed', {}, { faults: [{ path: 'now', code: 'fault.format' }] });
        services.clock.set(new Date(parsed.data.now));
        return answer({ now: services.clock.now().toISOString() });
      },
    }),
    rawRoute({
      method: 'POST',
      path: '/api/test-controls/run-due',
      openBecause: BECAUSE,
      summary: 'Performs due jobs and schedules; answers when nothing is left',
      handle: async () => {
        await runDue();
        return answer(null);
      },
    }),
  ];
}
