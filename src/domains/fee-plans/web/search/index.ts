import { recordSearcher } from '#system/records/web/index.ts';
import { FEE_PLANS, feePlanPage } from '../../contract/addresses.ts';
import { feePlans } from '../../contract/fee-plans.ts';

export const feePlanSearcher = () =>
  recordSearcher(feePlans, { icon: 'battery', list: FEE_PLANS, pageOf: feePlanPage });
