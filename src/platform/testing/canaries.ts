import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { TENANT_TABLES } from '#platform/database/server/tables.gen.ts';

/**
 * A row in every table of a tenant whose texts all say whose they are and where they lie: `cnr-<tenant>-<table>.<column>`
 * (security 19.1). A caller who receives one of another tenant has found a leak; tenant 0 stands for secrets, which no
 * caller may receive.
 */
const CANARY = /cnr-(\d+)-[a-z_]+\.[a-z_]+/g;
const canary = (tenantId: string, table: string, column: string): string => `cnr-${tenantId}-${table}.${column}`;
export const secretCanary = (table: string, column: string): string => canary('0', table, column);

/** The first canary in a text that this tenant must not see. */
export function leakIn(text: string, tenantId: string): string | undefined {
  for (const [found, owner] of text.matchAll(CANARY)) if (owner !== tenantId) return found;
  return undefined;
}

/** Whether anything of this tenant is in the text: the positive control of a scan that finds nothing. */
export function ownCanaryIn(text: string, tenantId: string): boolean {
  return [...text.matchAll(CANARY)].some(([, owner]) => owner === tenantId);
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
}
interface ForeignKey {
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targets: readonly string[];
}

/** Words that the code reads as such: a canary there is no text but a fault. By column, or by table and column. */
const WORDS: Readonly<Record<string, unknown>> = {
  currency: 'NOK',
  time_zone: 'Europe/Oslo',
  language: 'en-US',
  channel: 'app',
  'payment.channel': 'stripe',
  'payment_config.channel': 'stripe',
  'message_delivery.channel': 'sms',
  paid_by: 'card',
  'points_entry.account': 'wallet',
  cmd: 'restart',
  'device_command.kind': 'restart',
  'device_event.kind': 'order.step',
  'device_presence_change.reason': 'birth',
  'order_event.source': 'staff',
  'notice.kind': 'access.denied-often',
  'notice.tone': 'warning',
  'notice.permission': 'user:edit',
  'notice.user_id': null,
  // shown at the kiosks of a spot, not at a cabinet too
  'ad_showing.cabinet_id': null,
  'notice.spot_id': null,
  'message_delivery.state': 'pending',
  'notice.path': '/orders/list',
  'notice.settled_at': null,
  // no schedule of the day touches them
  'payment_inbox.processed_at': '2099-01-01T00:00:00Z',
  'robot_maintenance.counted_at': '2099-01-01T00:00:00Z',
  'reward_rule.status': 'disabled',
  'reward_rule.frequency': 'daily',
  'reward_run.state': 'done',
  'export_job.kind': 'orders.orders',
  'export_job.format': 'csv',
  'export_job.state': 'created',
  'import_job.kind': 'devices.robots',
  'tenant.currency_format': 'symbol',
  'tenant.time_format': 'yyyy-MM-dd HH:mm:ss',
  'spot.receipt_layout': 'default',
  'agreement.type': 'user',
  'webhook.ended_because': '',
  'announcement.priority': 'M',
  'announcement.msg_category': '1',
  'announcement.msg_type': 'ALL',
  'announcement.send_status': '0',
  'agreement.status': 1,
  'agreement.published_at': '2026-01-01',
  'coffee_order.status': 3,
  'coffee_order.cancel_event': null,
  'coffee_order.refund_status': 102,
  'coffee_order.paid_minor': 100,
  'coffee_order.payable_minor': 100,
  'coffee_order.subtotal_minor': 100,
  'coffee_order.total_minor': 100,
  'order_line.amount_minor': 100,
  'order_line.payable_minor': 100,
  'payment.status': 'succeeded',
  'payment.amount_minor': 100,
  'order_refund.status': 102,
  'payment_refund.state': 'succeeded',
  'rental_order.status': 4,
  'rental_order.step': 'over',
  'rental_order.not_lent': null,
  'rental_order.flags': ['payment-issue'],
  'rental_order.fee_minor': 100,
  'rental_order.tax_minor': 20,
  'rental_order.paid_minor': 100,
  'rental_refund.status': 102,
  'rental_refund_part.state': 'succeeded',
  'robot.firmware': '1.2',
  'material.unit': 'g',
  'outbox.name': 'test.unheard',
  'outbox.next_attempt_at': '2099-01-01',
  'coupon.custom_code': '',
  'case_label.code': 'ABCDEFGHJK',
  'coupon.budget_minor': null,
  'alarm_duty_change.absent_id': null,
  'alarm_duty_change.until_at': '2099-01-01T00:00:00Z',
  'archive_month.month': '2025-03',
  'archive_month.kind': 'device-events',
  'archive_month.state': 'archived',
  'archive_part.state': 'archived',
  'department.parent_id': null,
  'department.org_category': 1,
  'robot.lng': 10,
  'robot.lat': 59,
};
/** Texts with a form of their own, with the canary inside. */
const FORMS: Readonly<Record<string, (text: string) => unknown>> = {
  'alarm_duty.weekdays': () => [1],
  'alarm_duty.hours': () => ({ from: '08:00', to: '16:00' }),
  'coffee_order.price': (text) => ({
    taxMode: 'inclusive',
    taxes: [],
    receipt: {
      layout: 'default',
      companyName: text,
      companyAddress: text,
      companyIdentification: text,
      spotName: text,
      spotAddress: text,
      timeZone: 'Europe/Oslo',
      ticketNumber: text,
    },
  }),
  'coffee_order.coupon': () => null,
  'coupon.daily_ranges': () => [],
  'coupon_send.skipped': () => ({}),
  'rental_order.plan': () => ({ phases: [] }),
  'order_line.options': (text) => [{ id: randomUUID(), name: text, costMinor: 0 }],
  'order_line.recipe': () => [],
  'order_line.latte_art': (text) => ({ id: randomUUID(), name: text, nameZh: text, image: text }),
  'robot.telemetry': () => ({}),
  'robot.faults': () => [],
  'robot_temperature.readings': () => [],
  'device_command.args': () => ({}),
  'device_command.progress': () => null,
  'device_command.result_data': () => null,
  'command_batch.args': () => ({}),
  'list_preference.layout': () => ({}),
  'saved_view.layout': () => ({}),
  'webhook.events': () => ['order.paid'],
  'announcement.user_ids': () => [],
  'beverage.body_images': () => [],
  'invitation.role_ids': () => [],
  'invitation.department_ids': () => [],
  'invitation.spot_ids': () => [],
  'payment_config.amounts': () => ({}),
  'scheduled_job_run.facts': () => ({}),
  'payment_config.min_amount': () => ({}),
  'spot.opening_times': () => [],
  'spot.extra_amounts': () => [],
  'spot.alarm_times': () => [],
  'spot.contacts': (text) => [{ name: text, phone: text, email: text, bySms: false, byEmail: false }],
  'tenant.oss_config': (text) => ({ bucket: text, secretKey: secretCanary('tenant', 'oss_config') }),
  'former_bucket.config': (text) => ({ bucket: text, secretKey: secretCanary('former_bucket', 'config') }),
  'tenant.email_config': (text) => ({ from: text, password: secretCanary('tenant', 'email_config') }),
  'tenant.sms_config': (text) => ({ from: text, apiKey: secretCanary('tenant', 'sms_config') }),
  'tenant.user_point_config': () => null,
  'tenant.accumulation_point_limit': () => null,
};
/** Kept by the plumbing for itself, or written by others as the test goes on. */
const LEFT_OUT = new Set([
  'tenant',
  'membership',
  'language',
  'login_provider',
  'page_language',
  'tenant_data_key',
  'idempotency_record',
  'subscription_done',
  'schedule_run',
]);
/** Texts that must never be seen. */
const SECRET = /secret|password|wrapped_key|private_key/;

export interface Planted {
  readonly tenantId: string;
  /** Keys and numbers of the planted rows, for calls that name one. */
  readonly keys: readonly string[];
  /** Whose key it is. */
  readonly tableOf: ReadonlyMap<string, string>;
  /** Texts that carry a canary, as `table.column`. */
  readonly columns: readonly string[];
  /** Tables whose checks let no such row in: they want a word of `WORDS` or `FORMS`. */
  readonly without: readonly string[];
  /** A sum over each planted row: a change by another tenant shows. */
  fingerprint(): Promise<Record<string, string>>;
}

/** Plants a tenant's rows as the owner of the database. `person` gets canaries in the table of people. */
export async function plantCanaries(databaseUrl: string, tenantId: string, person: string): Promise<Planted> {
  const client = await openInside(databaseUrl, tenantId);
  try {
    const columns = await findColumns(client);
    const foreignKeys = await findForeignKeys(client);
    const allowed = await findAllowedValues(client);
    const rows = new Map<string, Record<string, unknown>>();
    const planted: string[] = [];
    const without: string[] = [];
    for (const table of inOrder(
      [...TENANT_TABLES].filter((name) => !LEFT_OUT.has(name)),
      foreignKeys,
    )) {
      const row: Record<string, unknown> = {};
      for (const column of columns.filter((one) => one.table === table)) {
        const value = plantIn(column, { tenantId, person, rows, foreignKeys, allowed });
        if (value === undefined) continue;
        row[column.name] = value;
        if (String(typeof value === 'object' ? JSON.stringify(value) : value).includes('cnr-'))
          planted.push(`${table}.${column.name}`);
      }
      if (await insert(client, table, row)) rows.set(table, row);
      else without.push(table);
    }
    await client.query(
      `update tenant set name = $2, oss_config = $3, email_config = $4, sms_config = $5 where tenant_id = $1`,
      [
        tenantId,
        canary(tenantId, 'tenant', 'name'),
        ...['oss_config', 'email_config', 'sms_config'].map((name) =>
          JSON.stringify(FORMS[`tenant.${name}`]!(canary(tenantId, 'tenant', name))),
        ),
      ],
    );
    // an IMEI is claimed over all tenants (security 3.2)
    await client.query(
      "insert into device_credential (imei, tenant_id, kind, password_digest) values ($1, $2, 'robot', $3)",
      [rows.get('robot')!['imei'], tenantId, Buffer.from('none')],
    );
    await client.query(
      'update staff_user set realname = $2, work_no = $3, email = $4, password_hash = $5 where id = $1',
      [
        person,
        canary(tenantId, 'staff_user', 'realname'),
        canary(tenantId, 'staff_user', 'work_no'),
        canary(tenantId, 'staff_user', 'email'),
        secretCanary('staff_user', 'password_hash'),
      ],
    );
    // kept up to date in the background: sums, and the numbers of audit rows
    const tables = [...rows.keys()].filter(
      (table) => !/^((order|rental)_(count|day|quarter)|audit_(waiting|seal|chain)$)/.test(table),
    );
    return {
      tenantId,
      keys: [...keysOf(rows).keys()],
      tableOf: keysOf(rows),
      columns: planted.filter((column) => !without.includes(column.split('.')[0]!)),
      without,
      fingerprint: () => fingerprint(databaseUrl, tables, tenantId),
    };
  } finally {
    await client.end();
  }
}

/** The forced row policy holds for the owner of the tables too. */
async function openInside(databaseUrl: string, tenantId: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
  return client;
}

interface Surroundings {
  readonly tenantId: string;
  readonly person: string;
  readonly rows: ReadonlyMap<string, Record<string, unknown>>;
  readonly foreignKeys: readonly ForeignKey[];
  readonly allowed: ReadonlyMap<string, string>;
}

function plantIn(column: Column, { tenantId, person, rows, foreignKeys, allowed }: Surroundings): unknown {
  const { table, name, type } = column;
  const place = `${table}.${name}`;
  if (name === 'tenant_id') return tenantId;
  if (place in WORDS) return WORDS[place];
  for (const key of foreignKeys) {
    const index = key.table === table ? key.columns.indexOf(name) : -1;
    if (index < 0) continue;
    if (key.target === 'staff_user') return person;
    const target = rows.get(key.target);
    if (target) return target[key.targets[index]!];
    if (key.target === table) return undefined;
  }
  if (place in FORMS) return asJson(FORMS[place]!(canary(tenantId, table, name)));
  const word = allowed.get(place);
  if (word !== undefined) return word;
  if (name in WORDS) return WORDS[name];
  if (/^(user_id|owner_id|actor_id|requested_by|created_by)$/.test(name) && type !== 'jsonb') return person;
  // numbers and keys that look like what they are
  if (name === 'imei' || name === 'robot_imei')
    return rows.get('robot')?.['imei'] ?? `CNR${tenantId}0000001`.slice(0, 20);
  if (name === 'order_no') return `2027030110${tenantId}0000001`;
  switch (type) {
    case 'text':
      return SECRET.test(name) ? secretCanary(table, name) : canary(tenantId, table, name);
    case '_text':
      return [canary(tenantId, table, name)];
    case 'jsonb':
      return JSON.stringify({ note: canary(tenantId, table, name) });
    case 'uuid':
      return randomUUID();
    case 'bytea':
      return Buffer.from(canary(tenantId, table, name));
    default:
  }
  if (column.hasDefault || column.nullable) return undefined;
  if (type === 'bool') return false;
  if (type.startsWith('timestamp')) return new Date();
  if (type === 'date') return '2027-03-01';
  return type.startsWith('_') ? [] : 1;
}

const asJson = (value: unknown): unknown => (value === null ? null : JSON.stringify(value));

async function insert(client: pg.Client, table: string, row: Record<string, unknown>): Promise<boolean> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  try {
    await client.query(`insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`, Object.values(row));
    return true;
  } catch {
    return false;
  }
}

/** Referenced rows come first. */
function inOrder(tables: readonly string[], foreignKeys: readonly ForeignKey[]): string[] {
  const done: string[] = [];
  const visit = (table: string): void => {
    if (done.includes(table) || !tables.includes(table)) return;
    for (const key of foreignKeys) if (key.table === table && key.target !== table) visit(key.target);
    done.push(table);
  };
  // orders and robots carry numbers that others repeat without pointing at them
  for (const table of ['robot', 'coffee_order', ...tables]) visit(table);
  return done;
}

async function findColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
            column_default is not null or is_identity = 'YES' as "hasDefault"
       from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'
      order by table_name, ordinal_position`,
  );
  return rows;
}

async function findForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const names = (columns: string, relation: string) =>
    `(select array_agg(a.attname::text order by k.place) from unnest(${columns}) with ordinality as k(number, place)
       join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number)`;
  const { rows } = await client.query<ForeignKey>(
    `select r.relname::text as table, t.relname::text as target, ${names('c.conkey', 'c.conrelid')} as columns,
            ${names('c.confkey', 'c.confrelid')} as targets
       from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_class t on t.oid = c.confrelid
      where c.contype = 'f'`,
  );
  return rows;
}

/** What checks of the form `column in (…)` let in: the last word of each. */
async function findAllowedValues(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; text: string }>(
    `select r.relname::text as table, pg_get_constraintdef(c.oid) as text
       from pg_constraint c join pg_class r on r.oid = c.conrelid where c.contype = 'c'`,
  );
  return new Map(
    rows.flatMap(({ table, text }) => {
      const [, column, list] = /\(?(\w+) = ANY \(ARRAY\[([^\]]+)\]/.exec(text) ?? [];
      const word = list?.split(', ').at(-1)?.replace(/::\w+/, '').replaceAll("'", '');
      return column && word ? [[`${table}.${column}`, word] as const] : [];
    }),
  );
}

function keysOf(rows: ReadonlyMap<string, Record<string, unknown>>): Map<string, string> {
  const names = /^(id|.*_id|imei|.*_no|code|key|name|list|kind|page_key|language|session)$/;
  const keys = new Map<string, string>();
  for (const [table, row] of rows)
    for (const [name, value] of Object.entries(row))
      if (names.test(name) && typeof value === 'string' && !value.includes('cnr-') && !keys.has(value))
        keys.set(value, table);
  return keys;
}

/** Planted rows contradict each other here and there, and the product says so by itself, a moment after. */
const NOT_OF_A_CALL: Readonly<Record<string, string>> = { notice: "and kind <> 'access.broken-invariant'" };

/** All tables in one statement: hundreds of questions, each planned in a connection of its own, took longer than what they watch. */
async function fingerprint(databaseUrl: string, tables: readonly string[], tenantId: string) {
  const client = await openInside(databaseUrl, tenantId);
  try {
    const sumOf = (table: string) =>
      `select '${table}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${table} t
        where tenant_id = $1 ${NOT_OF_A_CALL[table] ?? ''}`;
    const { rows } = await client.query<{ name: string; sum: string }>(tables.map(sumOf).join(' union all '), [
      tenantId,
    ]);
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  } finally {
    await client.end();
  }
}
