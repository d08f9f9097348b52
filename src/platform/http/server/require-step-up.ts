import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { isSteppedUp } from '../rules/step-up.ts';

/** Refuses unless the password was given in this session within the last five minutes (security 4.9). */
export function requireStepUp({ actor, now }: Pick<RequestContext, 'actor' | 'now'>): void {
  if (!isSteppedUp(actor.steppedUpAt ?? null, now())) raise('session.step-up-required');
}
