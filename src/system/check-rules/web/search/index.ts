import { recordSearcher } from '#system/records/web/index.ts';
import { checkRules } from '../../contract/check-rules.ts';

export const checkRuleSearcher = () => recordSearcher(checkRules, { icon: 'check', list: '/isystem/check-rule' });
