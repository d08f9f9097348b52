import type { DeviceCommander } from '#domains/devices/server/index.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { COMMAND_LOG } from '../contract/addresses.ts';
import { deviceCommands } from '../contract/device-commands.ts';
import { deviceCommandEndpoints } from '../contract/endpoints.ts';
import { deviceCommandProblems } from '../contract/problems.ts';
import { commandList } from './command-list.ts';
import { sendDeviceCommand } from './send-device-command.ts';

export { isSent, resultOf } from './send-device-command.ts';

/** Commands to devices of these kinds; each commander is of the slice of its kind. */
export function deviceCommandsSlice(commanders: readonly DeviceCommander[]): ServerSlice {
  return sliceOf(
    {
      name: 'device-commands',
      about: 'One command to many devices of any kind, and the log of all commands.',
      routes: Object.values(deviceCommandEndpoints).map((endpoint) => route(endpoint, sendDeviceCommand(commanders))),
      problems: deviceCommandProblems,
      menu: [
        {
          page: 'devices/commands',
          kind: deviceCommands,
          under: 'devices',
          path: COMMAND_LOG,
          icon: 'list',
          sort: 37,
        },
      ],
    },
    commandList(commanders),
  );
}
