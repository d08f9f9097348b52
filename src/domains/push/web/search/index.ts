import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { recordSearcher } from '#system/records/web/index.ts';
import { SCENE_LIST, TEMPLATE_LIST } from '../../contract/addresses.ts';
import { scenes } from '../../contract/scenes.ts';
import { templates } from '../../contract/templates.ts';

export const templateSearcher = (): Promise<RecordSearcher> =>
  recordSearcher(templates, { icon: 'edit', list: TEMPLATE_LIST });
export const sceneSearcher = (): Promise<RecordSearcher> => recordSearcher(scenes, { icon: 'list', list: SCENE_LIST });
