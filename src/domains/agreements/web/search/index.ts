import { recordSearcher } from '#system/records/web/index.ts';
import { AGREEMENTS } from '../../contract/addresses.ts';
import { agreements } from '../../contract/agreements.ts';

export const agreementSearcher = () => recordSearcher(agreements, { icon: 'bookmark', list: AGREEMENTS });
