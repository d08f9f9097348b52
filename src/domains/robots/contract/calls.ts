import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** Where all calls about robots begin. */
export const ROBOTS = '/coffeeMachineV2/api';

/** The specification names three bases without saying which call is where: each call is at all of them (settled 2). */
export const ROBOT_BASES = { '': ROBOTS, Old: '/coffeeMachine/api', Extend: '/coffeeMachineV2Extend/api' } as const;
type Base = keyof typeof ROBOT_BASES;

/** A call at each base, under names of their own for clients that are made from the document: `page`, `pageOld`, `pageExtend`. */
export function atEachBase<Name extends string, Call>(
  name: Name,
  make: (base: string) => Call,
): Readonly<Record<`${Name}${Base}`, Call>> {
  const calls = Object.entries(ROBOT_BASES).map(([key, base]) => [`${name}${key}`, make(base)]);
  return Object.fromEntries(calls) as Record<`${Name}${Base}`, Call>;
}

/** What the phone's pages ask for too. */
export const robotCalls = {
  page: { method: 'POST', path: `${ROBOTS}/page`, permission: 'robot:view', effect: 'read' },
  one: { method: 'GET', path: `${ROBOTS}/one`, permission: 'robot:view' },
  sendCommand: { method: 'POST', path: `${ROBOTS}/sendCommandToDevice`, permission: 'robot:command' },
  monitor: { method: 'GET', path: `${ROBOTS}/monitor`, permission: 'robot:view' },
} as const satisfies Readonly<Record<string, PlainCall>>;
