import { SettingsError } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';

const NAME = 'key_check';
export const WRONG_KEY =
  'SECRETS_KEY: is not the key of this installation, with which its passwords and secrets were written. Set that one; without SECRETS_KEY it is read from the file secrets-key in DATA_DIR.';

/**
 * Refuses a master key that is not the one of this installation: with another one passwords and audit rows of everybody would be wrong,
 * and what was written meanwhile wrong for ever (decision 134). The first start notes a digest, which says nothing of the key.
 */
export async function requireKeyOfInstallation({
  database,
  secrets,
}: Pick<Services, 'database' | 'secrets'>): Promise<void> {
  const own = secrets.hmac('installation-key', 'check').toString('base64url');
  const kept = await database.identity(async (db) => {
    const stored = () =>
      db.selectFrom('installation_setting').select('value').where('name', '=', NAME).executeTakeFirst();
    // nearly every start finds it, also where nothing can be written (security 16.7)
    const known = await stored();
    if (known) return known;
    await db
      .insertInto('installation_setting')
      .values({ name: NAME, value: JSON.stringify(own) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return stored();
  });
  if (kept?.value !== own) throw new SettingsError([WRONG_KEY]);
}
