import { sql } from 'kysely';
import type { PlatformDb } from '#platform/database/server/database.ts';
import type { TextPlace } from '../../rules/person-traces.ts';

export interface TextColumn {
  readonly name: string;
  readonly isJson: boolean;
}

/** A table with texts, as the catalogue of the database knows it: what is added to the schema later is looked through too. */
export interface TextTable {
  readonly name: string;
  readonly ofTenant: boolean;
  /** The role of requests may change it; otherwise that of the services across tenants may. */
  readonly byRequests: boolean;
  readonly key: readonly { readonly name: string; readonly type: string }[];
  readonly columns: readonly TextColumn[];
}

/** Written by machines and customers, or dealt with by its own step; and secrets, which are sealed. */
const WITHOUT_STAFF: ReadonlySet<string> = new Set([
  ...['audit_row', 'staff_user', 'staff_session', 'person_erasure', 'schema_migration'],
  ...['coffee_order', 'order_line', 'order_drink', 'order_counter', 'stock_reservation', 'agreement_acceptance'],
  ...['payment', 'payment_refund', 'payment_inbox', 'payment_secret', 'data_source_secret', 'tenant_data_key'],
  ...['former_bucket', 'file_place'],
  ...['device_credential', 'device_event', 'device_presence_change', 'device_quarantine', 'device_session'],
  ...['robot_temperature', 'web_vital', 'server_reading', 'login_key', 'subscription_done', 'event_subscription'],
]);

/** Records of what happened: an ordinary word is taken for his account there, in the middle of a text too. */
const HAPPENINGS: ReadonlySet<string> = new Set([
  ...['access_request', 'command_batch', 'command_batch_item', 'device_command', 'idempotency_record', 'import_job'],
  ...['import_row', 'invitation', 'login_log', 'message_delivery', 'notice', 'operation_log', 'order_event'],
  ...['order_refund', 'outbox', 'reversible_change', 'schedule_run', 'scheduled_job_run', 'security_event'],
  ...['stored_file', 'third_login_step', 'webhook_attempt', 'webhook_delivery', 'export_job', 'gateway_traffic'],
  'points_change',
]);

const WHO = /(^|_)by(_name)?$|^(agent_)?user_name$|^username$|^sender$|^actor(_name)?$/;

export const placeOf = (table: string, column: string): TextPlace =>
  HAPPENINGS.has(table) ? 'happening' : WHO.test(column) ? 'who' : 'other';

/** All that the program may change; keys stay. */
export async function textTables(db: PlatformDb): Promise<TextTable[]> {
  interface Row {
    name: string;
    of_tenant: boolean;
    by_requests: boolean;
    key: { name: string; type: string }[];
    columns: { name: string; isJson: boolean }[];
  }
  const { rows } = await sql<Row>`
    select c.relname as name, c.relrowsecurity as of_tenant, has_table_privilege('app', c.oid, 'update') as by_requests,
           (select json_agg(json_build_object('name', a.attname, 'type', (select typname from pg_type where oid = a.atttypid)) order by a.attnum)
              from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.indkey) and a.attname <> 'tenant_id') as key,
           (select json_agg(json_build_object('name', a.attname, 'isJson', a.atttypid <> 'text'::regtype) order by a.attnum)
              from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
               and a.atttypid in ('text'::regtype, 'json'::regtype, 'jsonb'::regtype)
               and (has_column_privilege('app', c.oid, a.attname, 'update') or has_column_privilege('platform', c.oid, a.attname, 'update'))
               and not exists (select from pg_index x where x.indrelid = c.oid and x.indisunique and a.attnum = any (x.indkey))) as columns
      from pg_class c join pg_index k on k.indrelid = c.oid and k.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`.execute(db);
  return rows
    .filter((row) => row.columns !== null && row.key !== null && !WITHOUT_STAFF.has(row.name))
    .map((row) => ({
      ...{ name: row.name, ofTenant: row.of_tenant, byRequests: row.by_requests && row.of_tenant },
      ...{ key: row.key, columns: row.columns },
    }));
}
