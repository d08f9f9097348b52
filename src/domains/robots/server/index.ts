import { robotProblems } from '#domains/robots/contract/problems.ts';
import { robotSuperFields } from '#domains/robots/contract/robot-super-fields.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { batchDoneNotice, robotFaultNotice, robotOfflineNotice, stockDiffersNotice } from '../contract/notices.ts';
import { moreRobotRoutes, routesAtEachBase } from './base-routes.ts';
import { countRobots } from './count-robots.ts';
import { onRefill } from './on-refill.ts';
import { robotDictionary } from './robot-dictionary.ts';
import { robotExport } from './robot-export.ts';
import { robotImport } from './robot-import.ts';
import { notifyTroubledRobots } from './robot-notices.ts';
import { deviceProtocolRoute, robotRoutes } from './routes.ts';
import { noteBatchResult, purgeBatches, resumeBatches, runCommandBatchJob } from './run-command-batch.ts';
import { imeiField } from './unique-imei.ts';

export const robots: ServerSlice = {
  name: 'robots',
  noticeKinds: [robotOfflineNotice, robotFaultNotice, stockDiffersNotice, batchDoneNotice],
  about: 'Coffee robots: state, stock, commands one by one and in batches, credentials, and what they reported.',
  documentedWith: 'devices',
  routes: [...robotRoutes, ...routesAtEachBase(robotRoutes), ...moreRobotRoutes],
  exports: [robotExport],
  rawRoutes: [deviceProtocolRoute],
  problems: robotProblems,
  jobs: [runCommandBatchJob],
  imports: [robotImport],
  ruledLists: [{ permission: 'robot:view', fields: robotSuperFields, namespace: 'robots' }],
  uniqueFields: [imeiField],
  tenants: { figures: { robots: countRobots } },
  tableDictionaries: [robotDictionary],
  schedules: [notifyTroubledRobots, resumeBatches, purgeBatches],
  subscriptions: [onRefill, noteBatchResult],
};

export { robotCommander } from './ask-robot.ts';
export { bindServiceSpots, updateRobot } from './change-robots.ts';
export { countInRobot } from './count-materials.ts';
export { pageRobots, readFleet, robotSight, visibleSpots, withStock } from './find-robots.ts';
export { findRunOuts } from './find-run-outs.ts';
export { lockVisibleRobots } from './lock-robots.ts';
export { readCensus } from './robot-census.ts';
export { robotDriver } from './robot-driver.ts';
export {
  EVERY_ROBOT,
  findFirstCountdowns,
  findRobot,
  findRobotFigures,
  findRobotsById,
  findRobotsInOrder,
  lockAnyRobot,
  lockRobot,
  type RobotRow,
  type RobotSight,
  robotsInPortions,
} from './robot-store.ts';
export { toWatched } from './robot-view.ts';
export { findRobotsToChange, type RobotToChange } from './robots-to-change.ts';
export { sendRobotCommand } from './send-robot-command.ts';
export { setWanted, type WantedSettings } from './set-wanted.ts';
export { findVisibleRobot } from './visible-robot.ts';
export { leaveOutOfWorkOrders, withdrawWorkOrders } from './withdraw-work-orders.ts';
