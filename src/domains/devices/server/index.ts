import { deviceProblems } from '#domains/devices/contract/problems.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { gatewayOf, openGateway } from './gateway.ts';
import { onRefill } from './on-refill.ts';
import { publishCommandsJob, publishConfigJob } from './publish-commands.ts';
import { purgeDeviceHistory } from './purge-history.ts';
import { robotDictionary } from './robot-dictionary.ts';
import { robotImport } from './robot-import.ts';
import { notifyTroubledRobots } from './robot-notices.ts';
import { deviceProtocolRoute, deviceRoutes } from './routes.ts';
import { noteBatchResult, purgeBatches, resumeBatches, runCommandBatchJob } from './run-command-batch.ts';
import { imeiField } from './unique-imei.ts';

/** The gateway sweeps by itself every second; this is for whoever performs all that is due at once. */
const sweepDevices = defineSchedule({
  name: 'devices.sweep',
  expression: '0 * * * * *',
  missed: 'once',
  run: async (services) => gatewayOf(services)?.sweep({ atOnce: true }),
});

export const devices: ServerSlice = {
  name: 'devices',
  about: 'Coffee robots: state, stock, commands one by one and in batches, credentials, and what they reported.',
  routes: deviceRoutes,
  rawRoutes: [deviceProtocolRoute],
  problems: deviceProblems,
  jobs: [publishCommandsJob, publishConfigJob, runCommandBatchJob],
  imports: [robotImport],
  uniqueFields: [imeiField],
  tableDictionaries: [robotDictionary],
  schedules: [sweepDevices, notifyTroubledRobots, purgeDeviceHistory, resumeBatches, purgeBatches],
  subscriptions: [onRefill, noteBatchResult],
  start: async (services) => {
    const gateway = await openGateway(services);
    return gateway.stop;
  },
};

export { provisionDevices } from './device-access.ts';
export { ignoreReport } from './device-history-store.ts';
export { type CommandToSend, sendCommand } from './send-command.ts';
