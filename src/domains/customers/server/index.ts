import { sql } from 'kysely';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { CUSTOMER_LIST } from '../contract/addresses.ts';
import { CONTACT_PERMISSION, customers } from '../contract/customers.ts';
import { customerProblems } from '../contract/problems.ts';
import { maskedEmail, maskedPhone } from '../rules/masked-contact.ts';
import { bySpotsOfOrders } from './seen-customers.ts';

export {
  type CustomerFilter,
  countCustomers,
  findCustomer,
  findCustomerByBarcode,
  findCustomerByWord,
  type KnownCustomer,
  listCustomers,
  matching,
  nameCustomer,
} from './customer-store.ts';

const records = serveRecords(customers, {
  visible: bySpotsOfOrders,
  masked: { permission: CONTACT_PERMISSION, fields: { phone: maskedPhone, email: maskedEmail } },
  computed: {
    orderCount: sql`(select count(*)::integer from coffee_order as bought
                      where bought.tenant_id = record.tenant_id and bought.customer_ref = record.id)`,
  },
});

const may = (key: string) => ({ namespace: 'customers', key: `kind.may.${key}` });

export const customersSlice: ServerSlice = sliceOf(
  {
    name: 'customers',
    about:
      'People who buy: who they are to each client of the storefront, what they agreed to, and how they are erased.',
    problems: customerProblems,
    permissions: {
      'app-user:view': may('view'),
      'app-user:edit': may('edit'),
      [CONTACT_PERMISSION]: may('contact'),
    },
    menu: [
      {
        ...{ group: 'customers', title: { namespace: 'customers', key: 'kind.menu' }, path: '/customers' },
        ...{ redirect: CUSTOMER_LIST, icon: 'user', sort: 50 },
      },
      { page: 'customers/list', kind: customers, under: 'customers', path: CUSTOMER_LIST, icon: 'user', sort: 51 },
    ],
  },
  records,
);
