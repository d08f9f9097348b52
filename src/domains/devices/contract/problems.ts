export const deviceProblems = {
  'robot.not-found': 404,
  'robot.imei-taken': 409,
  'robot.changed-meanwhile': 409,
  'robot.spot-not-found': 422,
  'command.not-found': 404,
  'command.busy': 409,
  'command.not-queued': 409,
  'command.reason-required': 422,
  'command.not-permitted': 403,
  'command.too-many': 429,
  'device-log.log-range-empty': 422,
  'device-log.log-too-old': 422,
} as const;
