import { recordSearcher } from '#system/records/web/index.ts';
import { fillRules } from '../../contract/fill-rules.ts';

export const fillRuleSearcher = () => recordSearcher(fillRules, { icon: 'edit', list: '/isystem/fill-rule' });
