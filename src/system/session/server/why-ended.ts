import type { Services } from '#platform/context/server/services.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import type { SessionProblem } from '../contract/problems.ts';
import { TOKEN } from './authenticate.ts';
import { type EndReason, problemOfEnd } from './end-sessions.ts';

interface Trace {
  because: EndReason | null;
  is_there: boolean;
  is_active: boolean | null;
}

/** What is left of a session whose token opens nothing any more; undefined for a token that was never one. */
export async function whyEnded(
  services: Pick<Services, 'database'>,
  token: string | undefined,
): Promise<SessionProblem | undefined> {
  if (token === undefined || !TOKEN.test(token)) return undefined;
  const [trace] = await services.database.identityQuery<Trace>({
    name: 'why-session-ended',
    text: `select e.because, s.token_digest is not null as is_there, u.status = 1 and u.deleted_at is null as is_active
             from (select $1::bytea as digest) asked
             left join ended_session e on e.token_digest = asked.digest
             left join staff_session s on s.token_digest = asked.digest
             left join staff_user u on u.id = s.user_id`,
    values: [sha256(token)],
  });
  if (trace?.because) return problemOfEnd(trace.because);
  if (!trace?.is_there) return undefined;
  return trace.is_active ? 'session.ended-expired' : 'session.ended-frozen';
}
