import type { Services } from '#platform/context/server/services.ts';
import { requireAccount } from '#system/passwords/server/index.ts';
import { recordIdentityAct } from '#system/session/server/index.ts';
import { dropSecondStep } from './take-step.ts';

/** From the machine itself (`npm run password`), also that of the administrator. */
export async function endSecondStep(
  services: Pick<Services, 'secrets' | 'database' | 'clock'>,
  username: string,
): Promise<void> {
  const { id } = await requireAccount(services, username);
  await services.database.identity(async (db) => {
    if (!(await dropSecondStep(db, id))) return;
    const where = { services, now: () => services.clock.now(), address: '', requestId: '' };
    const who = { kind: 'system', id: 'system', name: 'npm run password' } as const;
    await recordIdentityAct(db, where, who, {
      ...{ action: 'user:end-second-step', result: 'done', objectKind: 'user', objectId: id },
    });
  });
}
