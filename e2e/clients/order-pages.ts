// A client as somebody else would write it: generated types, openapi-fetch, nothing of ours. Logs in, pages through the orders
// and prints what it saw as JSON.
import createClient from 'openapi-fetch';
import type { components, paths } from './api.gen.ts';

const [, , baseUrl = '', username = '', password = ''] = process.argv;

const client = createClient<paths>({ baseUrl });

const login = await client.POST('/api/sys/login', { body: { username, password } });
if (!login.data?.success) throw new Error(login.data?.problem ?? login.error?.problem);
const { token, userInfo, tenantList = [] } = login.data.result;
const headers = { 'X-Access-Token': token, 'tenant-id': tenantList[0]?.id ?? '1000' };

type Order = components['schemas']['OrderRow'];
const orders: Order[] = [];
let total = 0;
for (let pageNo = 1; pageNo <= 3; pageNo += 1) {
  const { data, error } = await client.POST('/sos-backend/coffeeorder/api/page', {
    // oldest first: orders that come meanwhile move no row to another page
    body: { pageNo, pageSize: 5, column: 'createdAt', order: 'asc' },
    headers,
  });
  if (error) throw new Error(`${error.code} ${error.problem}`);
  if (!data.success) throw new Error(data.problem);
  total = data.result.total;
  orders.push(...data.result.records);
}

// what is refused is described too: by a business rule with 200, a malformed request with its faults
const refused = await client.POST('/sos-backend/coffeeorder/api/refundOrder', {
  body: { orderNo: '20991231100000000001', amountMinor: 1, reason: 'none' },
  headers,
});
const malformed = await client.POST('/sos-backend/coffeeorder/api/page', {
  // @ts-expect-error pages are numbers
  body: { pageNo: 'first' },
  headers,
});

const first = orders[0];
console.log(
  JSON.stringify({
    user: userInfo.username,
    total,
    orderNos: orders.map(({ orderNo }) => orderNo),
    amount: first && { minor: first.payableMinor, currency: first.currency },
    refused: refused.error?.problem ?? (refused.data?.success === false ? refused.data.problem : undefined),
    malformed: malformed.error?.code === '400' ? malformed.error.faults?.map(({ path }) => path) : undefined,
  }),
);
