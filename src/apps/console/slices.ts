import { advertsWeb } from '#domains/adverts/web/index.ts';
import { agreementsWeb } from '#domains/agreements/web/index.ts';
import { alarmsWeb } from '#domains/alarms/web/index.ts';
import { brokersWeb } from '#domains/brokers/web/index.ts';
import { cabinetsWeb } from '#domains/cabinets/web/index.ts';
import { casesWeb } from '#domains/cases/web/index.ts';
import { clientsWeb } from '#domains/clients/web/index.ts';
import { couponRulesWeb } from '#domains/coupon-rules/web/index.ts';
import { couponsWeb } from '#domains/coupons/web/index.ts';
import { customersWeb } from '#domains/customers/web/index.ts';
import { dailyCloseWeb } from '#domains/daily-close/web/index.ts';
import { deliveryWatchWeb } from '#domains/delivery-watch/web/index.ts';
import { deviceCommandsWeb } from '#domains/device-commands/web/index.ts';
import { deviceDistanceWeb } from '#domains/device-distance/web/index.ts';
import { feePlansWeb } from '#domains/fee-plans/web/index.ts';
import { fleetWeb } from '#domains/fleet/web/index.ts';
import { fleetChangesWeb } from '#domains/fleet-changes/web/index.ts';
import { goodsWeb } from '#domains/goods/web/index.ts';
import { hardwareWeb } from '#domains/hardware/web/index.ts';
import { insightsWeb } from '#domains/insights/web/index.ts';
import { latteArtWeb } from '#domains/latte-art/web/index.ts';
import { logDownloadsWeb } from '#domains/log-downloads/web/index.ts';
import { loyaltyWeb } from '#domains/loyalty/web/index.ts';
import { materialsWeb } from '#domains/materials/web/index.ts';
import { menuCopyWeb } from '#domains/menu-copy/web/index.ts';
import { ordersWeb } from '#domains/orders/web/index.ts';
import { paymentsWeb } from '#domains/payments/web/index.ts';
import { pointsWeb } from '#domains/points/web/index.ts';
import { posWeb } from '#domains/pos/web/index.ts';
import { pricingWeb } from '#domains/pricing/web/index.ts';
import { pushWeb } from '#domains/push/web/index.ts';
import { refillRunsWeb } from '#domains/refill-runs/web/index.ts';
import { refundsWeb } from '#domains/refunds/web/console/index.ts';
import { rentalPointsWeb } from '#domains/rental-points/web/index.ts';
import { rentalStatisticsWeb } from '#domains/rental-statistics/web/index.ts';
import { rentalsWeb } from '#domains/rentals/web/index.ts';
import { robotReadingsWeb } from '#domains/robot-readings/web/index.ts';
import { robotUptimeWeb } from '#domains/robot-uptime/web/index.ts';
import { robotsWeb } from '#domains/robots/web/index.ts';
import { sellOutWeb } from '#domains/sell-out/web/index.ts';
import { spotsWeb } from '#domains/spots/web/index.ts';
import { webhooksWeb } from '#domains/webhooks/web/index.ts';
import { workListWeb } from '#domains/work-list/web/index.ts';
import type { LazyPage, WebSlice } from '#platform/routing/web/web-slice.ts';
import { accessRequestsWeb } from '#system/access-requests/web/index.ts';
import { accountWeb } from '#system/account/web/index.ts';
import { announcementsWeb } from '#system/announcements/web/index.ts';
import { archiveWeb } from '#system/archive/web/index.ts';
import { auditChainWeb } from '#system/audit-chain/web/index.ts';
import { categoriesWeb } from '#system/categories/web/index.ts';
import { checkRulesWeb } from '#system/check-rules/web/index.ts';
import { dataSourcesWeb } from '#system/data-sources/web/index.ts';
import { delegatesWeb } from '#system/delegates/web/index.ts';
import { departmentsWeb } from '#system/departments/web/index.ts';
import { dictionaryRecordsWeb } from '#system/dictionary-records/web/index.ts';
import { fillRulesWeb } from '#system/fill-rules/web/index.ts';
import { gatewayRoutesWeb } from '#system/gateway-routes/web/index.ts';
import { grantsWeb } from '#system/grants/web/index.ts';
import { helpWeb } from '#system/help/web/index.ts';
import { invitationsWeb } from '#system/invitations/web/index.ts';
import { languagesWeb } from '#system/languages/web/editor/index.ts';
import { logsWeb } from '#system/logs/web/index.ts';
import { monitorsWeb } from '#system/monitors/web/index.ts';
import { onlineUsersWeb } from '#system/online-users/web/index.ts';
import { positionsWeb } from '#system/positions/web/index.ts';
import { rolesWeb } from '#system/roles/web/index.ts';
import { scheduledJobsWeb } from '#system/scheduled-jobs/web/index.ts';
import { storedFilesWeb } from '#system/stored-files/web/index.ts';
import { tenantRegisterWeb } from '#system/tenant-register/web/index.ts';
import { tenantsWeb } from '#system/tenants/web/index.ts';
import { transfersWeb } from '#system/transfers/web/index.ts';
import { usersWeb } from '#system/users/web/index.ts';

/** Every slice with pages. */
export const slices: readonly WebSlice[] = [
  insightsWeb,
  rentalStatisticsWeb,
  robotUptimeWeb,
  workListWeb,
  ordersWeb,
  refundsWeb,
  casesWeb,
  robotsWeb,
  fleetWeb,
  deviceCommandsWeb,
  logDownloadsWeb,
  deviceDistanceWeb,
  brokersWeb,
  fleetChangesWeb,
  refillRunsWeb,
  robotReadingsWeb,
  hardwareWeb,
  latteArtWeb,
  couponRulesWeb,
  feePlansWeb,
  advertsWeb,
  rentalPointsWeb,
  couponsWeb,
  materialsWeb,
  menuCopyWeb,
  sellOutWeb,
  agreementsWeb,
  transfersWeb,
  paymentsWeb,
  cabinetsWeb,
  clientsWeb,
  customersWeb,
  webhooksWeb,
  pushWeb,
  storedFilesWeb,
  archiveWeb,
  deliveryWatchWeb,
  dailyCloseWeb,
  alarmsWeb,
  spotsWeb,
  goodsWeb,
  posWeb,
  pointsWeb,
  loyaltyWeb,
  rentalsWeb,
  pricingWeb,
  tenantsWeb,
  tenantRegisterWeb,
  usersWeb,
  delegatesWeb,
  invitationsWeb,
  accessRequestsWeb,
  rolesWeb,
  grantsWeb,
  positionsWeb,
  categoriesWeb,
  departmentsWeb,
  checkRulesWeb,
  languagesWeb,
  monitorsWeb,
  dataSourcesWeb,
  gatewayRoutesWeb,
  logsWeb,
  auditChainWeb,
  announcementsWeb,
  dictionaryRecordsWeb,
  fillRulesWeb,
  scheduledJobsWeb,
  onlineUsersWeb,
  accountWeb,
  helpWeb,
];

export const loadHelpPanel = slices.find((slice) => slice.helpPanel)?.helpPanel;

/** Pages by the key that a menu entry names as its component: a closed map, whatever the server sends (security 13.5). */
export const pages: ReadonlyMap<string, LazyPage> = new Map(slices.flatMap((slice) => Object.entries(slice.pages)));
