import { sql } from 'kysely';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { bySpot } from '#platform/records/server/by-spot.ts';
import { lockRecord } from '#platform/records/server/save-record.ts';
import { serveList, serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { ALARM_USERS, CUSTOMER_LIST, CUSTOMER_SEARCH, SCAN_LIST } from '../contract/addresses.ts';
import { CONTACT_PERMISSION, customers } from '../contract/customers.ts';
import {
  ALARM_PERMISSION,
  alarmUserEndpoints,
  customerEndpoints,
  storefrontCustomerEndpoints,
} from '../contract/endpoints.ts';
import { customerProblems } from '../contract/problems.ts';
import { scans } from '../contract/scans.ts';
import { maskedEmail, maskedPhone } from '../rules/masked-contact.ts';
import { listAlarmUsers, saveAlarmUsers } from './alarm-users.ts';
import { eraseCustomer, eraseJob } from './erase-customer.ts';
import { findByUserId, searchCustomers } from './find-customers.ts';
import { purgeScans } from './purge-scans.ts';
import { scan } from './scan.ts';
import { bySpotsOfOrders } from './seen-customers.ts';
import { giveBarcode, makeOwnBarcode, readCustomer, saveCustomer } from './storefront-customers.ts';

export { type AlarmPerson, findAlarmUsers } from './alarm-users.ts';
export {
  type CustomerFilter,
  countCustomers,
  findCustomer,
  findCustomerByBarcode,
  findCustomerByWord,
  type KnownCustomer,
  listCustomers,
  matching,
  nameBuyer,
  nameCustomer,
} from './customer-store.ts';

import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

export { customerOfBarcode, noteOrderOfScan } from './scan.ts';

const bought = sql`from coffee_order as bought
  where bought.tenant_id = ${THIS_TENANT} and bought.customer_ref = record.id`;

const records = serveRecords(customers, {
  visible: bySpotsOfOrders,
  masked: { permission: CONTACT_PERMISSION, fields: { phone: maskedPhone, email: maskedEmail } },
  computed: {
    orderCount: sql`(select count(*)::integer ${bought})`,
    spentMinor: sql`(select coalesce(sum(bought.paid_minor - bought.refunded_minor), 0)::bigint ${bought})`,
  },
  decide: (_draft, before) => {
    if (before?.erasedAt) raise('customer.erased');
  },
  generate: async (tx, { draft, before }) => ({
    ...(draft.name === '' ? { name: draft.userId } : {}),
    emailVerified: draft.emailVerified && draft.email.toLowerCase() === before?.email.toLowerCase(),
    consentAt: draft.consent === before?.consent ? draft.consentAt : draft.consent ? tx.now().toISOString() : null,
  }),
});

const scanList = serveList(scans, { visible: { condition: bySpot('spotId').condition } });

const may = (key: string) => ({ namespace: 'customers', key: `kind.may.${key}` });
const page = (name: string, path: string, key: string) => ({
  ...{ page: `customers/${name}`, under: 'customers', path, title: { namespace: 'customers', key } },
  needs: customers.permission('view'),
});

export const customersSlice: ServerSlice = sliceOf(
  {
    name: 'customers',
    about:
      'People who buy: who they are to each client of the storefront, what they agreed to, and how they are erased.',
    problems: customerProblems,
    permissions: {
      'app-user:view': may('view'),
      'app-user:edit': may('edit'),
      'app-user:delete': may('delete'),
      [CONTACT_PERMISSION]: may('contact'),
      [ALARM_PERMISSION]: may('alarms'),
    },
    jobs: [eraseJob],
    schedules: [purgeScans],
    menu: [
      {
        ...{ group: 'customers', title: { namespace: 'customers', key: 'kind.menu' }, path: '/customers' },
        ...{ redirect: CUSTOMER_LIST, icon: 'users', sort: 50 },
      },
      { page: 'customers/list', kind: customers, under: 'customers', path: CUSTOMER_LIST, icon: 'users', sort: 51 },
      { ...page('search', CUSTOMER_SEARCH, 'search.title'), icon: 'search', sort: 53 },
      { page: 'customers/scans', kind: scans, under: 'customers', path: SCAN_LIST, icon: 'list', sort: 54 },
      {
        ...page('alarm-users', ALARM_USERS, 'kind.menu'),
        title: { namespace: 'alarm-users', key: 'title' },
        ...{ needs: ALARM_PERMISSION, icon: 'bell', sort: 55 },
      },
      { ...page('detail', '/customers/detail/:id', 'kind.page'), hidden: true, sort: 56 },
    ],
    routes: [
      route(customerEndpoints.byUserId, findByUserId(records.served) as never),
      route(customerEndpoints.search, searchCustomers),
      route(customerEndpoints.erase, eraseCustomer(records.served)),
      route(customerEndpoints.addBarcode, (context, { id }) =>
        context.transaction(async (tx) => {
          const { erased_at } = await lockRecord(records.served, tx, id);
          if (erased_at !== null) raise('customer.erased');
          return { id, barcode: await giveBarcode(tx, id) };
        }),
      ),
      route(storefrontCustomerEndpoints.read, readCustomer),
      route(storefrontCustomerEndpoints.save, saveCustomer),
      route(storefrontCustomerEndpoints.makeBarcode, makeOwnBarcode),
      route(storefrontCustomerEndpoints.scan, scan),
      route(alarmUserEndpoints.list, listAlarmUsers),
      route(alarmUserEndpoints.save, saveAlarmUsers),
    ],
  },
  records,
  scanList,
);
