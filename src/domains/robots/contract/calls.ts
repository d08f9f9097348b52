import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** Where all calls about robots begin. */
export const ROBOTS = '/coffeeMachineV2/api';

/** The specification names three bases without saying which call is where: each call is at all of them (settled 2). */
export const ROBOT_BASES = [ROBOTS, '/coffeeMachine/api', '/coffeeMachineV2Extend/api'] as const;

/** What the phone's pages ask for too. */
export const robotCalls = {
  page: { method: 'POST', path: `${ROBOTS}/page`, permission: 'robot:view', effect: 'read' },
  monitor: { method: 'GET', path: `${ROBOTS}/monitor`, permission: 'robot:view' },
} as const satisfies Readonly<Record<string, PlainCall>>;
