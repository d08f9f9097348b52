import { recordSearcher } from '#system/records/web/index.ts';
import { BROKER_LIST } from '../../contract/addresses.ts';
import { brokers } from '../../contract/brokers.ts';

export const brokerSearcher = () => recordSearcher(brokers, { icon: 'plug', list: BROKER_LIST });
