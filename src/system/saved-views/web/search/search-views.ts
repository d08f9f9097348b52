import { call } from '#platform/http/web/call.ts';
import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { savedViewEndpoints } from '../../contract/endpoints.ts';

const MOST = 5;

/** Saved views by their name; `addressOf` says where the list of a view is. */
export const viewSearcher = (addressOf: (list: string) => string | undefined): RecordSearcher => ({
  kind: 'views',
  permission: savedViewEndpoints.all.permission,
  icon: 'bookmark',
  async find(text, signal) {
    const { views } = await call(savedViewEndpoints.all, {}, { signal, notices: 'none' });
    return views
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .flatMap(({ id, name, list }) => {
        const address = addressOf(list);
        return address === undefined ? [] : [{ title: name, to: `${address}?saved=${id}` }];
      })
      .slice(0, MOST);
  },
});
