import * as z from 'zod';
import {
  AckMessage,
  ConfigDesired,
  ConfigReportedMessage,
  MESSAGE_LIMIT_BYTES,
  PROTOCOL_VERSION,
} from '#domains/devices/contract/messages.ts';
import { PosEventMessage, PosStateMessage, PosTelemetryMessage } from '#domains/pos/contract/messages.ts';
import { RobotCommandMessage, robotCommandArgs } from './commands.ts';
import { RobotEventMessage, StateMessage, TelemetryMessage } from './messages.ts';

type Direction = 'device to server' | 'server to device';

function message(
  topic: string,
  direction: Direction,
  qos: 0 | 1,
  retained: boolean,
  schema: z.ZodType,
  purpose: string,
) {
  return { topic, direction, qos, retained, purpose, schema: jsonSchema(schema) };
}

function jsonSchema(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
}

/** Payment terminals: what they say of themselves, and of a payment that was presented at them. */
function posMessages(): unknown {
  const prefix = 'v1/{tenant}/pos/{imei}';
  return {
    messages: {
      state: message(
        `${prefix}/state`,
        'device to server',
        1,
        true,
        PosStateMessage,
        'Birth, last will, and whether the payment network is reached',
      ),
      telemetry: message(`${prefix}/telemetry`, 'device to server', 0, false, PosTelemetryMessage, 'The heartbeat'),
      event: message(
        `${prefix}/event`,
        'device to server',
        1,
        false,
        PosEventMessage,
        'What the customer saw of a payment; the server asks the payment provider whether money moved',
      ),
    },
    commands: { reportState: { args: { type: 'object', properties: {}, additionalProperties: false } } },
  };
}

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
      `A message is JSON in UTF-8, at most ${MESSAGE_LIMIT_BYTES} bytes.`,
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
    messages: {
      state: message(
        `${prefix}/state`,
        'device to server',
        1,
        true,
        StateMessage,
        'Birth, last will and every change of the state',
      ),
      telemetry: message(
        `${prefix}/telemetry`,
        'device to server',
        0,
        false,
        TelemetryMessage,
        'Measurements; also the heartbeat',
      ),
      event: message(
        `${prefix}/event`,
        'device to server',
        1,
        false,
        RobotEventMessage,
        'Things that happened, each exactly once',
      ),
      ack: message(
        `${prefix}/ack/{cmdId}`,
        'device to server',
        1,
        false,
        AckMessage,
        'Answers to a command: accepted, running, result',
      ),
      command: message(`${prefix}/cmd/{cmdId}`, 'server to device', 1, false, RobotCommandMessage, 'A command'),
      configDesired: message(
        `${prefix}/config/desired`,
        'server to device',
        1,
        true,
        ConfigDesired,
        'Settings that the device shall run with',
      ),
      configReported: message(
        `${prefix}/config/reported`,
        'device to server',
        1,
        false,
        ConfigReportedMessage,
        'Settings that the device runs with',
      ),
    },
    /** Other kinds of devices: the topics and rules are those of robots, with the kind in the place of `robot`. */
    kinds: { pos: posMessages() },
    commands: Object.fromEntries(
      Object.entries(robotCommandArgs).map(([name, args]) => [name, { args: jsonSchema(args) }]),
    ),
  };
}
