import { recordSearcher } from '#system/records/web/index.ts';
import { categories } from '../../contract/categories.ts';

export const categorySearcher = () => recordSearcher(categories, { icon: 'folder', list: '/isystem/category' });
