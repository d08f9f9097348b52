import { recordsPage } from '#system/records/web/page.tsx';
import { latteArt } from '../contract/latte-art.ts';

export default recordsPage(latteArt, {
  icon: 'image',
  shown: ['image', 'name', 'nameZh', 'sort', 'status', 'createdAt'],
  // as drinks: higher numbers first
  defaultSort: { by: 'sort', order: 'desc' },
});
