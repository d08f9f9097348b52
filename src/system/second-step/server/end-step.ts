import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { requireAccount } from '#system/passwords/server/index.ts';
import { recordIdentityAct } from '#system/session/server/index.ts';

/** From now on the first proof alone opens the account; whether it was otherwise before. */
export const dropSecondStep = async (db: PlatformDb, userId: string): Promise<boolean> =>
  (await db.deleteFrom('second_step').where('user_id', '=', userId).executeTakeFirst()).numDeletedRows > 0n;

/** From the machine itself (`npm run password`), also that of the administrator. */
export async function endSecondStep(
  services: Pick<Services, 'secrets' | 'database' | 'clock'>,
  username: string,
): Promise<boolean> {
  const { id } = await requireAccount(services, username);
  return services.database.identity(async (db) => {
    if (!(await dropSecondStep(db, id))) return false;
    const where = { services, now: () => services.clock.now(), address: '', requestId: '' };
    const who = { kind: 'system', id: 'system', name: 'npm run password' } as const;
    await recordIdentityAct(db, where, who, {
      ...{ action: 'user:end-second-step', result: 'done', objectKind: 'user', objectId: id },
    });
    return true;
  });
}
