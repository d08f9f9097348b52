import { advertSlice } from '#domains/adverts/server/index.ts';
import { agreementsSlice } from '#domains/agreements/server/index.ts';
import { alarmsSlice } from '#domains/alarms/server/index.ts';
import { beverages } from '#domains/beverages/server/index.ts';
import { brokerSlice } from '#domains/brokers/server/index.ts';
import { cabinetDriver, cabinetsSlice } from '#domains/cabinets/server/index.ts';
import { casesSlice } from '#domains/cases/server/index.ts';
import { clientsSlice } from '#domains/clients/server/index.ts';
import { couponRuleSlice } from '#domains/coupon-rules/server/index.ts';
import { coupons } from '#domains/coupons/server/index.ts';
import { customersSlice } from '#domains/customers/server/index.ts';
import { dailyCloseSlice } from '#domains/daily-close/server/index.ts';
import { deliveryWatch } from '#domains/delivery-watch/server/index.ts';
import { deviceCommandsSlice } from '#domains/device-commands/server/index.ts';
import { deviceDistanceSlice } from '#domains/device-distance/server/index.ts';
import { devicesSlice } from '#domains/devices/server/index.ts';
import { feePlans } from '#domains/fee-plans/server/index.ts';
import { fleet } from '#domains/fleet/server/index.ts';
import { fleetChangeSlice } from '#domains/fleet-changes/server/index.ts';
import { goods } from '#domains/goods/server/index.ts';
import { hardwareSlice } from '#domains/hardware/server/index.ts';
import { insights } from '#domains/insights/server/index.ts';
import { latteArtSlice } from '#domains/latte-art/server/index.ts';
import { logDownloadSlice } from '#domains/log-downloads/server/index.ts';
import { loyaltySlice } from '#domains/loyalty/server/index.ts';
import { maintenanceSlice } from '#domains/maintenance/server/index.ts';
import { materialSlice } from '#domains/materials/server/index.ts';
import { menuCopySlice } from '#domains/menu-copy/server/index.ts';
import { orderFilm } from '#domains/order-film/server/index.ts';
import { orderSums } from '#domains/order-sums/server/index.ts';
import { orders } from '#domains/orders/server/index.ts';
import { payments } from '#domains/payments/server/index.ts';
import { pointsSlice } from '#domains/points/server/index.ts';
import { posDriver, posSlice } from '#domains/pos/server/index.ts';
import { pricing } from '#domains/pricing/server/index.ts';
import { deliveryHooks, pushSlice } from '#domains/push/server/index.ts';
import { receipts } from '#domains/receipts/server/index.ts';
import { refillRunSlice } from '#domains/refill-runs/server/index.ts';
import { refunds } from '#domains/refunds/server/index.ts';
import { rentalPoints } from '#domains/rental-points/server/index.ts';
import { rentalStatistics } from '#domains/rental-statistics/server/index.ts';
import { rentalBook, rentals } from '#domains/rentals/server/index.ts';
import { robotReadingSlice } from '#domains/robot-readings/server/index.ts';
import { robotUptime } from '#domains/robot-uptime/server/index.ts';
import { robotCommander, robotDriver, robots } from '#domains/robots/server/index.ts';
import { sellOut } from '#domains/sell-out/server/index.ts';
import { spots } from '#domains/spots/server/index.ts';
import { webhooksSlice } from '#domains/webhooks/server/index.ts';
import { workList } from '#domains/work-list/server/index.ts';
import { channelsSlice } from '#platform/channels/server/index.ts';
import { exportsSlice } from '#platform/exports/server/exports-slice.ts';
import { files } from '#platform/files/server/index.ts';
import { requests } from '#platform/http/server/requests.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { importsSlice } from '#platform/imports/server/imports-slice.ts';
import { liveSlice } from '#platform/live/server/live-routes.ts';
import { records } from '#platform/records/server/index.ts';
import { secretUses } from '#platform/secrets/server/note-uses.ts';
import { undoSlice } from '#platform/undo/server/undo-slice.ts';
import { access } from '#system/access/server/index.ts';
import { accessRequests } from '#system/access-requests/server/index.ts';
import { account } from '#system/account/server/index.ts';
import { announcements } from '#system/announcements/server/index.ts';
import { archiveSlice } from '#system/archive/server/index.ts';
import { auditChain } from '#system/audit-chain/server/index.ts';
import { categorySlice } from '#system/categories/server/index.ts';
import { checkRuleSlice } from '#system/check-rules/server/index.ts';
import { dataSourceSlice } from '#system/data-sources/server/index.ts';
import { delegates } from '#system/delegates/server/index.ts';
import { departments } from '#system/departments/server/index.ts';
import { dictionarySlice } from '#system/dictionaries/server/index.ts';
import { dictionaryRecordSlice } from '#system/dictionary-records/server/index.ts';
import { fieldCheckSlice } from '#system/field-checks/server/index.ts';
import { fillRuleSlice } from '#system/fill-rules/server/index.ts';
import { gatewayRouteSlice } from '#system/gateway-routes/server/index.ts';
import { grants } from '#system/grants/server/index.ts';
import { invitations } from '#system/invitations/server/index.ts';
import { languages } from '#system/languages/server/index.ts';
import { logSlice } from '#system/logs/server/index.ts';
import { menuSlice } from '#system/menu/server/index.ts';
import { monitors } from '#system/monitors/server/index.ts';
import { noticeChoices, notices } from '#system/notices/server/index.ts';
import { onlineUsers } from '#system/online-users/server/index.ts';
import { passwords } from '#system/passwords/server/index.ts';
import { positionSlice } from '#system/positions/server/index.ts';
import { roleSlice } from '#system/roles/server/index.ts';
import { savedViews } from '#system/saved-views/server/index.ts';
import { scheduledJobSlice } from '#system/scheduled-jobs/server/index.ts';
import { scheduling } from '#system/scheduling/server/index.ts';
import { secondStep } from '#system/second-step/server/index.ts';
import { authenticateDigest, findPerson, session } from '#system/session/server/index.ts';
import { signIn } from '#system/sign-in/server/index.ts';
import { storedFileSlice } from '#system/stored-files/server/index.ts';
import { tenantRegister } from '#system/tenant-register/server/index.ts';
import { tenants } from '#system/tenants/server/index.ts';
import { thirdLogin } from '#system/third-login/server/index.ts';
import { notifyImporter, notifyOwner, transfers } from '#system/transfers/server/index.ts';
import { users } from '#system/users/server/index.ts';
import { verification } from '#system/verification/server/index.ts';
import { vitalSlice } from '#system/vitals/server/index.ts';

const live = liveSlice(async (services, digest, tenantId) => {
  const found = await authenticateDigest(services, digest, tenantId);
  return found?.tenantId === tenantId ? found.actor : undefined;
});

const system: readonly ServerSlice[] = [
  requests,
  records,
  files,
  secretUses,
  session,
  verification,
  passwords,
  signIn,
  thirdLogin,
  secondStep,
  account,
  access,
  users,
  delegates,
  invitations,
  accessRequests,
  roleSlice,
  grants,
  tenants,
  departments,
  languages,
  positionSlice,
  categorySlice,
  checkRuleSlice,
  dictionaryRecordSlice(() => said),
  fillRuleSlice,
  dataSourceSlice,
  gatewayRouteSlice,
  storedFileSlice,
  savedViews,
  live,
  channelsSlice(deliveryHooks),
  notices,
  announcements,
  transfers,
  scheduling,
  monitors,
  auditChain,
  onlineUsers,
  scheduledJobSlice(() => slices),
];
const business: readonly ServerSlice[] = [
  spots,
  customersSlice,
  beverages,
  goods,
  coupons,
  couponRuleSlice,
  pricing,
  devicesSlice([robotDriver, posDriver, cabinetDriver]),
  robots,
  fleet,
  posSlice,
  // what lends their units answers for open rentals
  cabinetsSlice([rentalBook]),
  deviceCommandsSlice([robotCommander]),
  logDownloadSlice,
  deviceDistanceSlice,
  brokerSlice,
  fleetChangeSlice,
  maintenanceSlice,
  robotReadingSlice,
  refillRunSlice,
  hardwareSlice,
  latteArtSlice,
  materialSlice,
  menuCopySlice,
  sellOut,
  agreementsSlice,
  feePlans,
  advertSlice,
  rentalPoints,
  payments,
  clientsSlice,
  webhooksSlice,
  pushSlice,
  orders,
  orderSums,
  orderFilm,
  refunds,
  casesSlice,
  pointsSlice,
  loyaltySlice,
  rentals,
  deliveryWatch,
  dailyCloseSlice,
  alarmsSlice,
  receipts,
  insights,
  rentalStatistics,
  robotUptime,
  workList,
];

/** Those that say something of their own; the ones below gather what they say. */
const spoken: readonly ServerSlice[] = [...system, ...business];
// its words are those of all
const logs = logSlice(() => slices);
const said: readonly ServerSlice[] = [...spoken, logs];
const archive = archiveSlice(spoken.concat(logs), findPerson);
const menu = menuSlice([...said, archive]);
const declaring: readonly ServerSlice[] = [...said, menu];
const dictionaries = dictionarySlice(declaring);
const owners = { findPerson, notifyOwner, notifyImporter: notifyImporter(declaring) };
const imports = importsSlice(declaring, owners);

/** Every slice of the server, in the order in which they stand on each other. */
export const slices: readonly ServerSlice[] = [
  ...system,
  logs,
  menu,
  dictionaries,
  fieldCheckSlice([...declaring, dictionaries]),
  undoSlice(declaring),
  noticeChoices(declaring, owners),
  tenantRegister(declaring),
  vitalSlice(declaring),
  exportsSlice([...declaring, imports], owners),
  imports,
  archive,
  ...business,
];
