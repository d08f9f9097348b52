import { recordsPage } from '#system/records/web/page.tsx';
import { agreements } from '../contract/agreements.ts';

export default recordsPage(agreements, {
  icon: 'bookmark',
  shown: ['termsVersion', 'type', 'updateInfo', 'status', 'publishedAt', 'acceptances'],
  formWidth: 720,
});
