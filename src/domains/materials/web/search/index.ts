import { recordSearcher } from '#system/records/web/index.ts';
import { MATERIAL_LIST } from '../../contract/addresses.ts';
import { materials } from '../../contract/materials.ts';

export const materialSearcher = () => recordSearcher(materials, { icon: 'table', list: MATERIAL_LIST });
