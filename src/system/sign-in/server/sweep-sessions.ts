import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { SESSION_MAX_MS } from '#system/session/rules/session-life.ts';
import {
  FAILURE_WINDOW_MS,
  FAMILIAR_FOR_MS,
  LONGEST_DELAY_SECONDS,
} from '#system/verification/rules/login-throttle.ts';
import { LONGEST_WINDOW_MS } from '#system/verification/rules/request-limits.ts';

/** Rows that can no longer decide anything: ended sessions, used-up keys and tickets, expired failures. */
export const sweepSessions = defineSchedule({
  name: 'session.sweep',
  expression: '0 7 * * * ?',
  missed: 'once',
  run: async (services) => {
    const now = services.clock.now();
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    const expired = before(FAILURE_WINDOW_MS + LONGEST_DELAY_SECONDS * 1000);
    await services.database.identity(async (db) => {
      await db.deleteFrom('staff_session').where('expires_at', '<=', now).execute();
      await db.deleteFrom('ended_session').where('ended_at', '<=', before(SESSION_MAX_MS)).execute();
      await db.deleteFrom('login_key').where('expires_at', '<=', now).execute();
      await db.deleteFrom('captcha').where('expires_at', '<=', now).execute();
      await db.deleteFrom('sign_in_code').where('expires_at', '<=', now).execute();
      await db.deleteFrom('password_ticket').where('expires_at', '<=', now).execute();
      await db.deleteFrom('request_count').where('started_at', '<=', before(LONGEST_WINDOW_MS)).execute();
      await db.deleteFrom('ticket').where('expires_at', '<=', now).execute();
      await db.deleteFrom('login_familiar_place').where('last_success_at', '<=', before(FAMILIAR_FOR_MS)).execute();
      await db
        .deleteFrom('login_throttle')
        .where('window_started_at', '<=', expired)
        .where((row) => row.or([row('blocked_until', 'is', null), row('blocked_until', '<=', expired)]))
        .execute();
    });
  },
});
