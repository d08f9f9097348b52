import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { SecretPlace } from '#platform/secrets/server/secrets.ts';
import { type ProviderChoice, ProviderKind, type ProviderSettings } from '../contract/provider.ts';
import type { ProviderRow } from './login-provider.ts';

const ACTIVE = 1;

function secretPlace(id: string): SecretPlace {
  return {
    tenantId: PLATFORM_TENANT,
    table: 'login_provider',
    column: 'client_secret',
    rowId: id,
    purpose: 'login-provider',
  };
}

/** Of two spellings of an address the one that both can be compared by. */
export const withoutSlash = (address: string): string => address.replace(/\/$/, '');

export async function listProviders(services: Services, language: Language): Promise<ProviderChoice[]> {
  const rows = await services.database.read(PLATFORM_TENANT, (db) =>
    db
      .selectFrom('login_provider')
      .select(['source', 'kind', 'name_en', 'name_zh'])
      .where('status', '=', ACTIVE)
      .orderBy('sort')
      .orderBy('source')
      .execute(),
  );
  return rows.map((row) => ({
    source: row.source,
    kind: ProviderKind.parse(row.kind),
    name: language === 'zh-CN' ? row.name_zh : row.name_en,
  }));
}

/** Who vouches, as ties name them (`ThirdIdentity.authority`), and what people call them; those that are off too. */
export async function listAuthorities(
  services: Services,
  language: Language,
): Promise<{ authority: string; name: string }[]> {
  const rows = await services.database.read(PLATFORM_TENANT, (db) =>
    db
      .selectFrom('login_provider')
      .select(['kind', 'address', 'client_id', 'organization', 'name_en', 'name_zh'])
      .orderBy('sort')
      .execute(),
  );
  const authorityOf = ({ kind, address, client_id, organization }: (typeof rows)[number]): string => {
    if (kind === 'cas') return `cas:${address}`;
    if (kind === 'dingtalk') return `dingtalk:${organization}`;
    return kind === 'wechat_enterprise' ? `wechat_enterprise:${client_id}` : address;
  };
  return rows.map((row) => ({ authority: authorityOf(row), name: language === 'zh-CN' ? row.name_zh : row.name_en }));
}

/** An enabled provider with its secret; undefined for every other word. */
export async function findProvider(
  services: Services,
  by: { readonly source: string } | { readonly kind: 'cas' },
): Promise<ProviderRow | undefined> {
  return services.database.read(PLATFORM_TENANT, async (db) => {
    const active = db.selectFrom('login_provider').selectAll().where('status', '=', ACTIVE);
    const asked = 'source' in by ? active.where('source', '=', by.source) : active.where('kind', '=', by.kind);
    const row = await asked.executeTakeFirst();
    if (!row) return undefined;
    return {
      id: row.id,
      source: row.source,
      kind: ProviderKind.parse(row.kind),
      address: row.address,
      clientId: row.client_id,
      organization: row.organization,
      scopes: row.scopes,
      createsAccounts: row.creates_accounts,
      joinsTenantId: row.joins_tenant_id === null ? null : String(row.joins_tenant_id),
      joinsRoleCode: row.joins_role_code,
      version: row.updated_at.toISOString(),
      secret:
        row.client_secret === null
          ? undefined
          : await services.secrets.decrypt(db, secretPlace(row.id), row.client_secret),
    };
  });
}

/** Adds or changes the provider of this source; answers its id. */
export async function storeProvider(
  services: Services,
  db: TenantDb,
  settings: ProviderSettings,
  now: Date,
): Promise<string> {
  const known = await db
    .selectFrom('login_provider')
    .select('id')
    .where('source', '=', settings.source)
    .forUpdate()
    .executeTakeFirst();
  const id = known?.id ?? newId();
  const secret = settings.clientSecret;
  const values = {
    kind: settings.kind,
    name_en: settings.name['en-US'],
    name_zh: settings.name['zh-CN'],
    // an issuer is compared letter by letter, and some end with a slash
    address: settings.kind === 'oidc' ? settings.address : withoutSlash(settings.address),
    client_id: settings.clientId,
    organization: settings.organization,
    scopes: settings.scopes,
    status: settings.enabled ? ACTIVE : 2,
    sort: settings.sort,
    creates_accounts: settings.createsAccounts,
    joins_tenant_id: settings.joinsTenantId === undefined ? null : Number(settings.joinsTenantId),
    joins_role_code: settings.joinsRoleCode ?? null,
    updated_at: now,
    ...(secret === undefined ? {} : { client_secret: await services.secrets.encrypt(db, secretPlace(id), secret) }),
  };
  if (known) await db.updateTable('login_provider').set(values).where('id', '=', id).execute();
  else
    await db
      .insertInto('login_provider')
      .values({ id, source: settings.source, ...values })
      .execute();
  return id;
}

export async function removeProvider(db: TenantDb, source: string): Promise<boolean> {
  const gone = await db.deleteFrom('login_provider').where('source', '=', source).returning('id').execute();
  return gone.length > 0;
}

export async function renewProviderSecrets(
  { secrets }: Pick<Services, 'secrets'>,
  db: TenantDb,
  tenantId: string,
): Promise<number> {
  if (tenantId !== PLATFORM_TENANT) return 0;
  let renewed = 0;
  for (const { id, client_secret } of await db
    .selectFrom('login_provider')
    .select(['id', 'client_secret'])
    .where('client_secret', 'is not', null)
    .forUpdate()
    .execute()) {
    const fresh = client_secret === null ? null : await secrets.renew(db, secretPlace(id), client_secret);
    if (fresh === null) continue;
    await db.updateTable('login_provider').set({ client_secret: fresh }).where('id', '=', id).execute();
    renewed += 1;
  }
  return renewed;
}
