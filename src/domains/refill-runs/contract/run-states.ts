export const RUN_STATES = ['planned', 'running', 'done', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];
export const STOP_STATES = ['waiting', 'filled', 'skipped'] as const;
export type StopState = (typeof STOP_STATES)[number];
/**
 * What somebody is told about an act that was not alone. later: somebody filled up after it, that amount stays; earlier: somebody
 * did before it without being known, this one counts; filled, skipped: the robot was done already; ended: the run was over;
 * reassigned: the run had gone to somebody else.
 */
export const TOLD_CODES = ['later', 'earlier', 'filled', 'skipped', 'ended', 'reassigned'] as const;
export const SKIP_REASONS = ['closed', 'noAccess', 'enough', 'outOf', 'broken', 'other'] as const;
