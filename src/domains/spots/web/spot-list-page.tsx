import { recordsPage } from '#system/records/web/page.tsx';
import { spotForm, spotPage } from '../contract/addresses.ts';
import { spots } from '../contract/spots.ts';

export default recordsPage(spots, {
  icon: 'spot',
  shown: ['icon', 'name', 'address', 'mobile', 'robotCount', 'status', 'createdAt'],
  formPage: spotForm,
  pageOf: spotPage,
});
