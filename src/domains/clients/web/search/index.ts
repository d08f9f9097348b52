import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { recordSearcher } from '#system/records/web/index.ts';
import { CLIENT_LIST } from '../../contract/addresses.ts';
import { clients } from '../../contract/clients.ts';

export const clientSearcher = (): Promise<RecordSearcher> =>
  recordSearcher(clients, { icon: 'key', list: CLIENT_LIST });
