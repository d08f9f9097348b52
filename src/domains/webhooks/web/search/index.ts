import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { recordSearcher } from '#system/records/web/index.ts';
import { WEBHOOK_LIST } from '../../contract/addresses.ts';
import { webhooks } from '../../contract/webhooks.ts';

export const webhookSearcher = (): Promise<RecordSearcher> =>
  recordSearcher(webhooks, { icon: 'link', list: WEBHOOK_LIST });
