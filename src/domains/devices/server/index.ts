import { deviceProblems } from '#domains/devices/contract/problems.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { publishCommandsJob, publishConfigJob } from './publish-commands.ts';

export const devices: ServerSlice = {
  name: 'devices',
  problems: deviceProblems,
  jobs: [publishCommandsJob, publishConfigJob],
};

export { type CommandToSend, sendCommand } from './send-command.ts';
