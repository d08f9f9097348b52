import { isDeepStrictEqual } from 'node:util';
import type { Updateable } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { referFiles } from '#platform/files/server/index.ts';
import { raiseConflict } from '#platform/history/server/last-change.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { everybodysRightsChanged } from '#system/access/server/index.ts';
import type { TenantInfo } from '../contract/tenant-info.ts';
import { type EditTenantRequest, TenantSettingsForm } from '../contract/tenant-settings.ts';
import { configOf } from '../rules/config-text.ts';
import { zoneChange } from '../rules/zone-change.ts';
import { tenantInfoOf } from './tenant-info-of.ts';
import { lockTenant, type TenantRow } from './tenant-store.ts';

const EDIT = 'tenant-settings:edit';
type Columns = Updateable<Tables['tenant']>;
type Given = Omit<TenantSettingsForm, 'version' | 'timeZone'>;

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** What of the table each setting is; the zone has a time of its own. */
const COLUMN_OF: { readonly [Name in keyof Given]-?: (value: NonNullable<Given[Name]>) => Columns } = {
  timeFormat: (time_format) => ({ time_format }),
  currency: (currency) => ({ currency }),
  currencyFormat: (currency_format) => ({ currency_format }),
  taxRounding: (tax_rounding) => ({ tax_rounding }),
  depositMinor: (deposit_minor) => ({ deposit_minor }),
  pickupWindowMinutes: (minutes) => ({ pickup_window_seconds: minutes * 60 }),
  autoRefundOnFailure: (auto_refund_on_failure) => ({ auto_refund_on_failure }),
  undeliveredRule: (undelivered_rule) => ({ undelivered_rule }),
  undeliveredAfterMinutes: (undelivered_after_minutes) => ({ undelivered_after_minutes }),
  refundStepUpMinor: (refund_step_up_minor) => ({ refund_step_up_minor }),
  sessionIdleHours: (hours) => ({ session_idle_seconds: hours * 3_600 }),
  userPointConfig: (value) => ({ user_point_config: json(value) }),
  accumulationPointLimit: (value) => ({ accumulation_point_limit: json(value) }),
  orderReminderDistance: (order_distance_metres) => ({ order_distance_metres }),
  lendFromPercent: (lend_from_percent) => ({ lend_from_percent }),
  fridgeLimitCelsius: (fridge_limit_celsius) => ({ fridge_limit_celsius }),
  quietHours: (value) => ({ quiet_hours: json(value) }),
  pushNeedsSecond: (push_needs_second) => ({ push_needs_second }),
  customerServiceEmail: (service_email) => ({ service_email }),
  maintenanceEmail: (maintenance_email) => ({ maintenance_email }),
  carousel: (value) => ({ carousel: JSON.stringify(value) }),
  rewardConfig: (value) => ({ reward_config: json(value) }),
};

function columnsOf(given: Given): Columns {
  const parts = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [COLUMN_OF[name as keyof Given](value as never)],
  );
  return Object.assign({}, ...parts) as Columns;
}

/** Saves the settings that are given (domain 5); a save that began from an older version is answered with what is stored now. */
export async function editSettings(context: RequestContext, request: EditTenantRequest): Promise<TenantInfo> {
  return save(context, request);
}

/** The settings of a tenant that has none yet (settled 37). */
export async function addSettings(context: RequestContext, request: EditTenantRequest): Promise<TenantInfo> {
  return save(context, request, (row) => {
    if (row.settings_at !== null) raise('tenant.has-settings');
  });
}

async function save(
  context: RequestContext,
  { tenant_id, ...request }: EditTenantRequest,
  check?: (row: TenantRow) => void,
): Promise<TenantInfo> {
  if (tenant_id !== undefined && String(tenant_id) !== context.tenantId) raise('tenant.not-found');
  const { version, timeZone, ...given } = request;
  return context.transaction(async (tx) => {
    const before = await lockTenant(tx.db);
    check?.(before);
    if (version !== undefined && version !== before.version)
      await raiseConflict(tx.db, 'tenant.changed-meanwhile', { kind: 'tenant', id: tx.tenantId, actions: [EDIT] }, {
        ...settingsOf(before),
        version: before.version,
      } as Parameters<typeof raiseConflict>[3]);
    // who could raise the limit could refund above it (security 4.9)
    if (given.refundStepUpMinor !== undefined && given.refundStepUpMinor !== before.refund_step_up_minor)
      requireStepUp(context);
    const zone = zoneColumns(before, timeZone, tx.now());
    await tx.db
      .updateTable('tenant')
      .set({
        ...columnsOf(given),
        ...zone,
        version: before.version + 1,
        settings_at: before.settings_at ?? tx.now(),
        updated_at: tx.now(),
        updated_by: tx.actor.name,
      })
      .execute();
    // data rules read days on the tenant's clock
    if (zone.time_zone !== undefined) await everybodysRightsChanged(tx.db);
    if (given.carousel)
      await referFiles(
        tx,
        { kind: 'tenant', id: tx.tenantId, field: 'carousel' },
        given.carousel.map(({ image }) => image),
        { upload: 'carousel', faultAt: (place) => `carousel.${place}.image` },
      );
    const after = await lockTenant(tx.db);
    const changed = changesOf(settingsOf(before), settingsOf(after));
    await tx.audit({ action: EDIT, objectKind: 'tenant', objectId: tx.tenantId, ...changed });
    return tenantInfoOf(after, context.language);
  });
}

/** The columns of a chosen zone; one that begins later is put into force by the schedule. */
function zoneColumns(before: TenantRow, chosen: string, now: Date): Columns {
  // the zone that was chosen already and has not begun
  if (chosen === before.next_time_zone) return {};
  const change = zoneChange({ current: before.time_zone, chosen, isFirst: before.settings_at === null, now });
  return {
    ...(change.timeZone === before.time_zone ? {} : { time_zone: change.timeZone }),
    next_time_zone: change.next,
    next_time_zone_at: change.at,
  };
}

const NAMES = Object.keys(TenantSettingsForm.shape).filter((name) => name !== 'version');

/** The settings as the form has them: the zone is the chosen one. */
function settingsOf(row: TenantRow): Readonly<Record<string, unknown>> {
  const info: Readonly<Record<string, unknown>> = {
    ...tenantInfoOf(row, 'en-US'),
    timeZone: row.next_time_zone ?? row.time_zone,
    userPointConfig: row.user_point_config,
    accumulationPointLimit: configOf(JSON.stringify(row.accumulation_point_limit)),
  };
  return Object.fromEntries(NAMES.map((name) => [name, info[name]]));
}

/** The fields that are not as they were. */
function changesOf(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const names = NAMES.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const only = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: only(before), after: only(after) };
}
