import { cabinetProtocol } from '#domains/cabinets/contract/device-protocol.ts';
import { describedMessages, jsonSchema } from '#domains/devices/contract/described-kind.ts';
import { MESSAGE_LIMIT_BYTES, PROTOCOL_VERSION } from '#domains/devices/contract/messages.ts';
import { posProtocol } from '#domains/pos/contract/device-protocol.ts';
import { MOST_LEVELS } from '#platform/http/contract/most-levels.ts';
import { RobotCommandMessage, robotCommandArgs } from './commands.ts';
import { RobotEventMessage, StateMessage, TelemetryMessage } from './messages.ts';

/**
 * Everything a firmware developer needs (product.md 5): topics, rules and the JSON Schema of every message and command,
 * made from the very schemas that the gateway checks with. Served at `/api/device-protocol.json`.
 */
export function deviceProtocol(): Record<string, unknown> {
  const prefix = 'v1/{tenant}/robot/{imei}';
  return {
    protocol: 'smart-iot-device',
    version: PROTOCOL_VERSION,
    mqtt: '3.1.1',
    connection: {
      clientId: '{imei}',
      username: '{imei}',
      password: 'shown once when the robot is added or its credential is renewed',
      will: {
        topic: `${prefix}/state`,
        qos: 1,
        retain: true,
        payload: 'a state message with data.online = false and the session of this connection',
      },
      keepAliveSeconds: 60,
    },
    rules: [
      `A message is JSON in UTF-8, at most ${MESSAGE_LIMIT_BYTES} bytes and ${MOST_LEVELS} levels of lists and objects.`,
      'session names one connection: choose a new one for every connect. seq begins at 0 and rises by one with every message of the session, whatever its topic.',
      'First message of a session: state with online = true (birth), QoS 1, retained. The will carries the same session.',
      'Repeat an event until it is acknowledged by PUBACK; a repetition keeps session and seq.',
      'A gap in seq makes the server send reportState: answer with a complete state and a complete telemetry message.',
      'Send telemetry at least once per report interval: silence of three intervals, at least 90 seconds, means offline.',
      'Execute a command id at most once, remember ids for 24 hours, and repeat the last answer when asked again.',
      'After issuedAt + ttlS a command is not executed: answer with stage result, ok false, code EXPIRED.',
      'Answer a command with accepted within 10 seconds and with a result within 60 seconds (makeOrder 300, uploadLog 600).',
      'Unknown fields are ignored in both directions.',
    ],
    messages: describedMessages(prefix, {
      state: StateMessage,
      telemetry: TelemetryMessage,
      event: RobotEventMessage,
      command: RobotCommandMessage,
    }),
    commands: Object.fromEntries(
      Object.entries(robotCommandArgs).map(([name, args]) => [name, { args: jsonSchema(args) }]),
    ),
    /** Connection and rules are those of robots; what is said is their own. */
    kinds: { cabinet: cabinetProtocol(), pos: posProtocol() },
  };
}
