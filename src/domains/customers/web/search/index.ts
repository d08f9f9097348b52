import { recordSearcher } from '#system/records/web/index.ts';
import { CUSTOMER_LIST, customerPage } from '../../contract/addresses.ts';
import { customers } from '../../contract/customers.ts';

export const customerSearcher = () =>
  recordSearcher(customers, { icon: 'users', list: CUSTOMER_LIST, pageOf: customerPage, hint: 'userId' });
