import type { Services } from './slice.ts';

/** Known to every client, so it protects nothing; generated once so that all servers and restarts agree (product.md 2). */
export async function signSecret(services: Pick<Services, 'config' | 'database'>): Promise<string> {
  if (services.config.signSecret) return services.config.signSecret;
  const fresh = JSON.stringify(crypto.randomUUID().replaceAll('-', ''));
  return services.database.identity(async (db) => {
    await db
      .insertInto('installation_setting')
      .values({ name: 'sign_secret', value: fresh })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await db
      .selectFrom('installation_setting')
      .select('value')
      .where('name', '=', 'sign_secret')
      .executeTakeFirstOrThrow();
    return row.value as string;
  });
}
