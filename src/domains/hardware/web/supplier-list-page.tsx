import { recordsPage } from '#system/records/web/page.tsx';
import { suppliers } from '../contract/suppliers.ts';

export default recordsPage(suppliers, { icon: 'truck' });
