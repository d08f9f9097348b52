import * as z from 'zod';
import { LocalDate } from '#platform/http/contract/fields.ts';
import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, day, integer, type RecordField, text } from '#platform/records/contract/fields.ts';

/** Normal first: what the administrator wants of a tenant. */
export const TENANT_STATUSES = [1, 0] as const;
/** What holds today. */
export const TENANT_STATES = ['active', 'frozen', 'notBegun', 'ended'] as const;
export type TenantState = (typeof TENANT_STATES)[number];

/** Below 2^53, so that no program rounds it. */
const TENANT_NUMBER = /^[1-9]\d{0,14}$/;
const MOST_MEGABYTES = 100_000_000;

const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
/** Given by hand (system-api.md 5.5). */
const number: RecordField<string, true> = {
  ...text(15, { required: true, search: true, sort: true }),
  input: z.preprocess(asText, z.string().regex(TENANT_NUMBER, 'fault.tenant-number')) as unknown as z.ZodType<string>,
};

/** Older clients send the time along. */
const dayOf = (value: unknown): unknown =>
  typeof value !== 'string' ? value : value === '' ? null : value.slice(0, 10);
const plainDay = (): RecordField<string | null, false> => ({
  ...day({ sort: true }),
  required: false,
  input: z.preprocess(dayOf, LocalDate.nullable()) as unknown as z.ZodType<string | null>,
});

/** The tenants of the installation (settled 37); their calls are the administrator's. */
export const tenantRecords = defineRecords({
  name: 'tenant',
  namespace: 'tenant-register',
  calls: systemCalls('/sys/tenant'),
  label: 'name',
  labelZh: 'nameZh',
  notFound: 'tenant.not-found',
  olderTable: 'sys_tenant',
  without: [
    ...(['options', 'history', 'turn', 'remove', 'removeMany'] as const),
    ...(['export', 'importCheck', 'exportXls', 'importExcel'] as const),
  ],
  fields: {
    id: number,
    name: text(100, { required: true, search: true, sort: true }),
    nameZh: text(100, { search: true }),
    beginDate: plainDay(),
    endDate: {
      ...plainDay(),
      follows: { field: 'beginDate', fault: 'tenant.ends-before-it-begins', orSame: true },
    },
    status: choice(TENANT_STATUSES, 'tenant_status', { empty: 1, sort: true }),
    /** Space for its files. */
    quotaMegabytes: integer(0, MOST_MEGABYTES, { empty: 1_024, sort: true, unit: 'MB' }),
  },
  computed: {
    state: choice(TENANT_STATES, 'tenant_state', { required: true }),
    people: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    robots: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    /** Of the last 30 days. */
    orders: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    usedMegabytes: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    /** Of `SETUP_PARTS`. */
    setupDone: integer(0, 5, { required: true }),
  },
});
export type TenantRecord = RecordOf<typeof tenantRecords>;

/** What a tenant needs before it works: settings, roles, storage, mail, text messages. */
export const SETUP_PARTS = 5;
