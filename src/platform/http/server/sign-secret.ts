import type { Services } from '#platform/context/server/services.ts';

/** Known to every client, so it protects nothing; generated once so that all servers and restarts agree (product.md 2). */
export async function signSecret(services: Pick<Services, 'config' | 'database'>): Promise<string> {
  if (services.config.signSecret) return services.config.signSecret;
  return services.database.identity(async (db) => {
    const stored = () =>
      db.selectFrom('installation_setting').select('value').where('name', '=', 'sign_secret').executeTakeFirst();
    // every page that is opened asks: it is written once, and read also where nothing can be written (security 16.7)
    const known = await stored();
    if (known) return known.value as string;
    const fresh = JSON.stringify(crypto.randomUUID().replaceAll('-', ''));
    await db
      .insertInto('installation_setting')
      .values({ name: 'sign_secret', value: fresh })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const made = await stored();
    if (!made) throw new Error('The signing secret was not stored');
    return made.value as string;
  });
}
