import type { Services } from '#platform/context/server/services.ts';
import { ADMINISTRATOR, PEOPLE } from '../../../db/seed/demo-people.ts';

/** What the login page of a demo says beside the form; no password is among it (decision 61). */
export interface DemoHints {
  readonly accounts: readonly { username: string; phone: string; what: string; whatZh: string }[];
  /** The simulator's page; null while there is none. It answers on the machine that runs the demo only. */
  readonly simulatorUrl: string | null;
}

const simulators = new WeakMap<Services, string>();

/** Where the simulator that was started answers. */
export function noteSimulator(services: Services, url: string): void {
  simulators.set(services, url);
}

/** The demo's people who can still log in: they may have been renamed or disabled. */
export async function findDemoHints(services: Services): Promise<DemoHints | null> {
  if (!services.config.demo) return null;
  const people = [...PEOPLE, { ...ADMINISTRATOR, phone: '' }];
  const rows = await services.database.identity((db) =>
    db
      .selectFrom('staff_user')
      .select('username')
      .where(
        'username',
        'in',
        people.map(({ username }) => username),
      )
      .where('status', '=', 1)
      .where('deleted_at', 'is', null)
      .execute(),
  );
  const known = new Set(rows.map(({ username }) => username));
  return {
    accounts: people
      .filter(({ username }) => known.has(username))
      .map(({ username, phone, what, whatZh }) => ({ username, phone, what, whatZh })),
    simulatorUrl: simulators.get(services) ?? null,
  };
}
