import { recordSearcher } from '#system/records/web/index.ts';
import { dataSources } from '../../contract/data-sources.ts';

export const dataSourceSearcher = () => recordSearcher(dataSources, { icon: 'folder', list: '/isystem/data-source' });
