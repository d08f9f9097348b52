import type { ServerSlice } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { deviceArchives } from './archives.ts';
import { credentialsTurned } from './device-credential-store.ts';
import { DeviceDrivers, type DriverList } from './device-driver.ts';
import { gatewayOf, openGateway } from './gateway.ts';
import { publishCommandsJob, publishConfigJob } from './publish-commands.ts';
import { purgeDeviceHistory } from './purge-history.ts';

/** The gateway sweeps by itself every second; this schedule is for the test controls, which run all that is due at once. */
const sweepDevices = defineSchedule({
  name: 'devices.sweep',
  expression: '0 * * * * *',
  missed: 'once',
  run: async (services) => gatewayOf(services)?.sweep({ atOnce: true }),
});

/** The frame around devices of these kinds; each driver is of the slice of its kind. */
export function devicesSlice(kinds: DriverList): ServerSlice {
  const drivers = new DeviceDrivers(kinds);
  return {
    name: 'devices',
    about: 'Machines of any kind: who they are, whether they are there, what they said, and what they are asked.',
    jobs: [publishCommandsJob(drivers), publishConfigJob(drivers)],
    archives: deviceArchives,
    tenants: { turned: credentialsTurned },
    schedules: [sweepDevices, purgeDeviceHistory(drivers)],
    start: async (services) => {
      const gateway = await openGateway(services, drivers);
      return gateway.stop;
    },
  };
}

export { deviceArchives } from './archives.ts';
export { authenticateDevice } from './authenticate-device.ts';
export {
  changeQueuedCommand,
  hasActiveCommand,
  lockCommand,
  lockOpenCommandsOf,
  type StoredCommand,
} from './command-store.ts';
export { mqttAccess, provisionDevices, registerAdded, registerAtBroker, renewPassword } from './device-access.ts';
export type { AskedOfDevice, DeviceCommander } from './device-commander.ts';
export { claimImei, newDevicePassword, releaseImei } from './device-credential-store.ts';
export type { Device } from './device-directory.ts';
export type { DeviceDriver } from './device-driver.ts';
export { commandHappenings, messageHappenings } from './device-happenings.ts';
export {
  countOpenCommands,
  findCommands,
  findEvents,
  findPresenceChanges,
  findPresenceOf,
  findPresenceSince,
  getCommand,
  heedReport,
  ignoreReport,
  sliceEvents,
} from './device-history-store.ts';
export { endConnection, endCredential, moveCredential } from './end-credential.ts';
export { findQuarantined } from './find-quarantined.ts';
export { reportedBy } from './ingest/event-store.ts';
export { type DeviceCondition, type Folded, foldReports } from './ingest/fold-reports.ts';
export type { Fact, IncomingReport, PlacedEvent, PlacedReport } from './ingest/incoming.ts';
export { publishConfig } from './jobs.ts';
export { moveCommand } from './move-command.ts';
export { protocolVersion1 } from './protocols/version-1.ts';
export { sendCommand } from './send-command.ts';
