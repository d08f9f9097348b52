import '#ui/theme/tokens.css';
import '#ui/theme/base.css';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { setDraftOwner } from '#platform/drafts/web/draft-store.ts';
import { queryClient } from '#platform/http/web/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/web/i18n.ts';
import { clearUnsaved } from '#platform/routing/web/unsaved.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { savedViewEndpoints } from '#system/saved-views/contract/endpoints.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { loadTenant } from '#system/tenants/web/facts/index.ts';
import { useToasts } from '#ui/toast/toast-store.ts';
import { answer, startFakeServer, stopFakeServer } from './fake-server.ts';
import { takeAway } from './show.tsx';

// Before each file of rendering tests: what the shell does before its first screen, with a server that each test makes up.

/** Its time zone differs from that of the machine, which is New York (`vitest.config.ts`). */
const TENANT = {
  id: '1000',
  name: 'Nordic Coffee',
  timeZone: 'Europe/Stockholm',
  currency: 'SEK',
  currencyFormat: 'code',
  timeFormat: 'yyyy-MM-dd HH:mm:ss',
};
const OWNER = { userId: 'u-1', tenantId: TENANT.id };

/** Texts of the screens that tests make up; the kit asks its own. */
const TEXTS = {
  field: {
    orderNo: 'Order no.',
    status: 'Status',
    drink: 'Drink',
    paidMinor: 'Paid',
    createdAt: 'Ordered',
    from: 'From',
    search: 'Search',
    title: 'Title',
    reason: 'Reason',
    amountMinor: 'Amount',
    cups: 'Cups',
    spot: 'Spot',
    people: 'People',
    day: 'Day',
    due: 'Due',
    opens: 'Opens at',
    first: 'First day',
    last: 'Last day',
  },
  status: { 1: 'Paid', 2: 'Making', 3: 'Made' },
  view: { all: 'All', open: 'Open' },
  list: { search: 'Order no. or drink' },
} as const;

beforeAll(async () => {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  await startI18n();
  i18n.addResourceBundle('en-US', 'made-up', TEXTS, true, true);
  await i18n.loadNamespaces(['console', 'ui', 'saved-views', 'dictionaries', 'pickers', 'date']);
  setDraftOwner(OWNER);
});

beforeEach(async () => {
  startFakeServer();
  answer(savedViewEndpoints.all, () => ({ views: [], preferences: [] }));
  answer(savedViewEndpoints.keepLayout, () => ({ changeId: 'c-1' }));
  answer(tenantEndpoints.info, () => TENANT);
  await loadTenant();
  useSession.setState({ permissions: new Set(), actions: new Set(), disabledActions: new Set() });
});

afterEach(() => {
  takeAway();
  clearUnsaved();
  useToasts.setState({ toasts: [], kept: [] });
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  stopFakeServer();
});
