import type { RequestContext } from '#platform/context/server/request-context.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { isSteppedUp } from '../rules/step-up.ts';

const STEP_UP_REQUIRED = 'session.step-up-required';

/** Refuses unless the password was given in this session within the last five minutes (security 4.9). */
export function requireStepUp({ actor, now }: Pick<RequestContext, 'actor' | 'now'>): void {
  if (!isSteppedUp(actor.steppedUpAt ?? null, now())) raise(STEP_UP_REQUIRED);
}

/** The password was asked for: a call about many records is answered so as a whole, and repeated with it. */
export const asksForStepUp = (error: unknown): boolean => error instanceof Problem && error.code === STEP_UP_REQUIRED;
