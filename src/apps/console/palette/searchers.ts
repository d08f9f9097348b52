import { clipSearcher } from '#domains/adverts/web/search/index.ts';
import { agreementSearcher } from '#domains/agreements/web/search/index.ts';
import { brokerSearcher } from '#domains/brokers/web/search/index.ts';
import { cabinetSearcher, powerBankSearcher } from '#domains/cabinets/web/search/index.ts';
import { clientSearcher } from '#domains/clients/web/search/index.ts';
import { couponRuleSearcher } from '#domains/coupon-rules/web/search/index.ts';
import { couponSearcher } from '#domains/coupons/web/search/index.ts';
import { customerSearcher } from '#domains/customers/web/search/index.ts';
import { feePlanSearcher } from '#domains/fee-plans/web/search/index.ts';
import { goodsSearchers } from '#domains/goods/web/search/index.ts';
import { hardwareSearchers } from '#domains/hardware/web/search/index.ts';
import { latteArtSearcher } from '#domains/latte-art/web/search/index.ts';
import { materialSearcher } from '#domains/materials/web/search/index.ts';
import { orderSearcher } from '#domains/orders/web/search/index.ts';
import { paymentSearcher } from '#domains/payments/web/search/index.ts';
import { pointsGoodsSearcher } from '#domains/points/web/search/index.ts';
import { sceneSearcher, templateSearcher } from '#domains/push/web/search/index.ts';
import { rentalSearcher } from '#domains/rentals/web/search/index.ts';
import { robotSearcher } from '#domains/robots/web/search/index.ts';
import { spotSearcher } from '#domains/spots/web/search/index.ts';
import { webhookSearcher } from '#domains/webhooks/web/search/index.ts';
import { announcementSearcher } from '#system/announcements/web/search/index.ts';
import { categorySearcher } from '#system/categories/web/search/index.ts';
import { checkRuleSearcher } from '#system/check-rules/web/search/index.ts';
import { dataSourceSearcher } from '#system/data-sources/web/search/index.ts';
import { departmentSearcher } from '#system/departments/web/search/index.ts';
import { dictionarySearcher } from '#system/dictionary-records/web/search/index.ts';
import { fillRuleSearcher } from '#system/fill-rules/web/search/index.ts';
import { gatewayRouteSearcher } from '#system/gateway-routes/web/search/index.ts';
import { helpSearcher } from '#system/help/web/search/index.ts';
import { positionSearcher } from '#system/positions/web/search/index.ts';
import { roleSearcher } from '#system/roles/web/search/index.ts';
import { viewSearcher } from '#system/saved-views/web/search/index.ts';
import { jobSearcher } from '#system/scheduled-jobs/web/search/index.ts';
import { settingSearcher } from '#system/tenants/web/search/index.ts';
import { userSearcher } from '#system/users/web/search/index.ts';
import { slices } from '../slices.ts';

/** Record searches of the command palette, fetched with it; each slice has its own behind `web/search`. */
export const loadSearchers = async () =>
  (
    await Promise.all([
      orderSearcher,
      robotSearcher,
      hardwareSearchers(),
      latteArtSearcher(),
      cabinetSearcher(),
      powerBankSearcher(),
      couponRuleSearcher(),
      feePlanSearcher(),
      clipSearcher(),
      couponSearcher(),
      materialSearcher(),
      agreementSearcher(),
      paymentSearcher(),
      pointsGoodsSearcher(),
      clientSearcher(),
      customerSearcher(),
      brokerSearcher(),
      webhookSearcher(),
      templateSearcher(),
      sceneSearcher(),
      spotSearcher(),
      goodsSearchers(),
      settingSearcher,
      userSearcher(),
      roleSearcher(),
      rentalSearcher,
      positionSearcher(),
      categorySearcher(),
      departmentSearcher(),
      checkRuleSearcher(),
      dataSourceSearcher(),
      gatewayRouteSearcher(),
      announcementSearcher(),
      dictionarySearcher(),
      fillRuleSearcher(),
      jobSearcher(),
      helpSearcher,
      viewSearcher((list) => slices.find((slice) => slice.lists?.[list])?.lists?.[list]),
    ])
  ).flat();
