import { recordsPage } from '#system/records/web/page.tsx';
import { materials } from '../contract/materials.ts';
import { MaterialForm } from './material-form.tsx';

export default recordsPage(materials, {
  icon: 'table',
  form: MaterialForm,
  shown: ['name', 'materialType', 'unit', 'specs', 'code', 'beverageCount', 'robotCount', 'createdAt'],
});
