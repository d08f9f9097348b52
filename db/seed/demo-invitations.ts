import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { INVITATION_LIFE_MS } from '#system/invitations/server/index.ts';
import type { DefaultRole } from '#system/roles/rules/default-roles.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

const DAY_MS = 86_400_000;

interface DemoInvitation {
  readonly contact: string;
  readonly role: DefaultRole['code'];
  readonly daysAgo: number;
  /** Who joined by it. */
  readonly acceptedBy?: string;
}

const INVITATIONS: Readonly<Record<string, readonly DemoInvitation[]>> = {
  '1000': [
    { contact: 'solveig.berg@nordic-coffee.example', role: 'operator', daysAgo: 2 },
    { contact: '+4740000019', role: 'clerk', daysAgo: 4 },
    { contact: 'sigrid@nordic-coffee.example', role: 'clerk', daysAgo: 40, acceptedBy: 'Sigrid Solheim' },
    { contact: 'summer.help@nordic-coffee.example', role: 'clerk', daysAgo: 60 },
  ],
  '1001': [
    { contact: 'li.na@shanghai-robotics.example', role: 'operator', daysAgo: 1 },
    { contact: '+8613900000019', role: 'clerk', daysAgo: 15 },
  ],
};

/** People who are asked to join, once. They have no link; one can be sent. */
export async function seedDemoInvitations(services: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS)
    await services.database.write(tenantId, async (db) => {
      if (await db.selectFrom('invitation').select('id').limit(1).executeTakeFirst()) return;
      const roles = await db.selectFrom('role').select(['id', 'role_code']).execute();
      for (const { contact, role, daysAgo, acceptedBy } of INVITATIONS[tenantId] ?? []) {
        const at = new Date(services.clock.now().getTime() - daysAgo * DAY_MS);
        const held = roles.filter(({ role_code }) => role_code === role).map(({ id }) => id);
        await db
          .insertInto('invitation')
          .values({
            ...{ id: newId(), contact, role_ids: JSON.stringify(held) },
            expires_at: new Date(at.getTime() + INVITATION_LIFE_MS),
            ...(acceptedBy ? { accepted_at: new Date(at.getTime() + DAY_MS), accepted_by: acceptedBy } : {}),
            ...{ created_at: at, created_by: 'Demo', updated_at: at },
          })
          .execute();
      }
    });
}
