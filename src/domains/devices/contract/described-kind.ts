import * as z from 'zod';
import { AckMessage, ConfigDesired, ConfigReportedMessage } from './messages.ts';

type Direction = 'device to server' | 'server to device';

export interface DescribedMessage {
  readonly topic: string;
  readonly direction: Direction;
  readonly qos: 0 | 1;
  readonly retained: boolean;
  readonly purpose: string;
  readonly schema: unknown;
}

/** What a developer of one kind of device needs, as `/api/device-protocol.json` says it. */
export interface DescribedKind {
  readonly topicPrefix: string;
  /** Beside those of all kinds. */
  readonly rules: readonly string[];
  readonly messages: Readonly<Record<string, DescribedMessage>>;
  readonly commands: Readonly<Record<string, { readonly args: unknown }>>;
}

export function jsonSchema(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
}

/** The seven messages that every kind has, with what this one says in them. */
export function describedMessages(
  prefix: string,
  said: Readonly<Record<'state' | 'telemetry' | 'event' | 'command', z.ZodType>>,
): Record<string, DescribedMessage> {
  const message = (
    [topic, direction, qos, retained]: readonly [string, Direction, 0 | 1, boolean],
    schema: z.ZodType,
    purpose: string,
  ): DescribedMessage => ({
    ...{ topic: `${prefix}/${topic}`, direction, qos, retained, purpose },
    schema: jsonSchema(schema),
  });
  const up = 'device to server';
  const down = 'server to device';
  return {
    state: message(['state', up, 1, true], said.state, 'Birth, last will and every change of the state'),
    telemetry: message(['telemetry', up, 0, false], said.telemetry, 'Measurements; also the heartbeat'),
    event: message(['event', up, 1, false], said.event, 'Things that happened, each exactly once'),
    ack: message(['ack/{cmdId}', up, 1, false], AckMessage, 'Answers to a command: accepted, running, result'),
    command: message(['cmd/{cmdId}', down, 1, false], said.command, 'A command'),
    configDesired: message(['config/desired', down, 1, true], ConfigDesired, 'Settings that the device shall run with'),
    configReported: message(
      ['config/reported', up, 1, false],
      ConfigReportedMessage,
      'Settings that the device runs with',
    ),
  };
}
