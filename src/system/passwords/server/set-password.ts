import type { Services } from '#platform/context/server/services.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import { findLoginUser, recordIdentityAct } from '#system/session/server/index.ts';
import { forgiveFailures } from '#system/verification/server/index.ts';
import { type PasswordOwner, passwordFaults } from '../rules/password-policy.ts';
import { PRODUCT_NAME } from '../rules/product-name.ts';
import { replacePassword } from './replace-password.ts';
import { hasherOf } from './server-hasher.ts';

/** Refuses a password that breaks the policy, naming every fault. */
export function checkPassword(password: string, owner: Omit<PasswordOwner, 'productName'>): void {
  const faults = passwordFaults(password, { ...owner, productName: PRODUCT_NAME });
  if (faults.length > 0) {
    raise(
      'user.password-too-weak',
      { faults: faults.join(', ') },
      {
        faults: faults.map((fault) => ({ path: 'password', code: `user.password.${fault}` })),
      },
    );
  }
}

/** The PHC text to store for a password that has passed `checkPassword`. */
export function hashPassword(services: Pick<Services, 'secrets'>, password: string): Promise<string> {
  return hasherOf(services).hash(password);
}

/** The account that a name at the terminal means. */
export async function requireAccount(services: Pick<Services, 'database'>, username: string) {
  const account = normalAccount(username);
  return (await services.database.identity((db) => findLoginUser(db, account))) ?? raise('user.not-found');
}

/**
 * Sets a password from the machine itself (`npm run password`), also that of the administrator, and ends all sessions of
 * the account (security 4.3). Failed logins are cleared with it.
 */
export async function setPassword(
  services: Pick<Services, 'secrets' | 'database' | 'clock'>,
  username: string,
  password: string,
): Promise<void> {
  const user = await requireAccount(services, username);
  checkPassword(password, { account: user.username, name: user.realname });
  const hash = await hashPassword(services, password);
  await services.database.identity(async (db) => {
    await replacePassword(db, user.id, { hash, at: services.clock.now() });
    await forgiveFailures(db, user.username);
    const where = { services, now: () => services.clock.now(), address: '', requestId: '' };
    const who = { kind: 'system', id: 'system', name: 'npm run password' } as const;
    await recordIdentityAct(db, where, who, {
      action: 'user:set-password',
      result: 'done',
      objectKind: 'user',
      objectId: user.id,
    });
  });
}
