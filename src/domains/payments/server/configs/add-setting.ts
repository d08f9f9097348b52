import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { ADAPTERS } from '../../contract/adapters.ts';
import type { ConfigChannel } from '../../contract/config-channels.ts';
import { readContent } from '../../rules/config-content.ts';
import { keepSecret } from './payment-secrets.ts';

export interface NewSetting {
  /** Of one whose keys are made anew. */
  readonly id?: string | undefined;
  readonly customName: string;
  readonly customNameZh?: string;
  readonly channel: ConfigChannel;
  readonly content: Readonly<Record<string, string>>;
  /** Minor units by currency. */
  readonly minAmounts?: Readonly<Record<string, number>>;
  readonly status?: 0 | 1;
  readonly createdBy?: string;
}

/** A setting with its secrets, for seeds and tests; people add theirs by the form. */
export async function addSetting(
  services: Pick<Services, 'secrets' | 'clock'>,
  db: TenantDb,
  tenantId: string,
  setting: NewSetting,
): Promise<string> {
  const id = setting.id ?? newId();
  const { shown, fresh, faults } = readContent(ADAPTERS[setting.channel], setting.content, undefined);
  if (faults.length > 0) throw new Error(`payment setting: ${JSON.stringify(faults)}`);
  const amounts = Object.entries(setting.minAmounts ?? {}).map(([currency, minAmountMinor]) => ({
    ...{ currency, amountStepMinor: null, minAmountMinor },
  }));
  const row = {
    ...{
      channel: setting.channel,
      custom_name: setting.customName,
      custom_name_zh: setting.customNameZh ?? '',
      status: setting.status ?? 1,
    },
    config_content: JSON.stringify(shown),
    amounts: JSON.stringify(amounts),
    created_by: setting.createdBy ?? '',
  };
  await db
    .insertInto('payment_config')
    .values({ id, ...row })
    .onConflict((same) => same.columns(['tenant_id', 'id']).doUpdateSet(row))
    .execute();
  const now = () => services.clock.now();
  for (const [name, value] of Object.entries(fresh))
    await keepSecret(services, { db, tenantId, now }, id, { name, value, rotates: false });
  return id;
}
