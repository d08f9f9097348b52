import type * as z from 'zod';
import {
  AckMessage,
  AnyEnvelope,
  type ConfigDesired,
  ConfigReportedMessage,
  PROTOCOL_VERSION,
} from '#domains/devices/contract/messages.ts';
import { type QuarantineReason, WHOLE_MESSAGE } from '#domains/devices/contract/quarantine.ts';
import { isTooDeep } from '#platform/http/rules/too-deep.ts';
import { unstorableField } from '#platform/http/rules/unstorable-field.ts';
import type { DeviceProtocol, Reading, Report } from './device-protocol.ts';

/** Version 1 (practice 10.1), with what a kind of device says in its own messages. */
export function protocolVersion1<R extends Report>(messages: {
  readonly state: z.ZodType<Envelope>;
  readonly telemetry: z.ZodType<Envelope>;
  readonly event: z.ZodType<Envelope>;
}): DeviceProtocol<R> {
  return {
    read(channel, payload) {
      let json: unknown;
      try {
        json = JSON.parse(payload.toString('utf8'));
      } catch {
        return unreadable('not JSON');
      }
      if (isTooDeep(json)) return unreadable(`malformed: ${WHOLE_MESSAGE} nested too deeply`);
      const field = unstorableField(json);
      if (field !== undefined) return unreadable(`text that cannot be stored: ${field || WHOLE_MESSAGE}`);
      switch (channel) {
        case 'ack': {
          const ack = AckMessage.safeParse(json);
          return ack.success ? { readable: 'ack', ack: ack.data } : unreadable(whatIsWrong(json, ack.error));
        }
        case 'state':
        case 'telemetry':
        case 'event':
          return reportOf(channel, messages[channel], json);
        case 'config/reported':
          return reportOf('config', ConfigReportedMessage, json);
      }
    },
    writeCommand: ({ cmd, args, issuedAt, ttlSeconds }) =>
      JSON.stringify({ v: PROTOCOL_VERSION, cmd, args, issuedAt: issuedAt.toISOString(), ttlS: ttlSeconds }),
    writeConfig: (settings) => JSON.stringify({ v: PROTOCOL_VERSION, ...settings } satisfies ConfigDesired),
  };
}

interface Envelope {
  id: string;
  ts: string;
  seq: number;
  session: string;
  data: unknown;
}

function reportOf<R extends Report>(kind: Report['kind'], schema: z.ZodType<Envelope>, json: unknown): Reading<R> {
  const parsed = schema.safeParse(json);
  if (!parsed.success) return unreadable(whatIsWrong(json, parsed.error));
  const { id, ts, seq, session, data } = parsed.data;
  return {
    readable: 'report',
    frame: { messageId: id, session, seq, deviceAt: new Date(ts) },
    report: { kind, data } as R,
  };
}

/** Separates a later version from a malformed message. */
function whatIsWrong(json: unknown, error: z.ZodError): QuarantineReason {
  const frame = AnyEnvelope.safeParse(json);
  if (frame.success && frame.data.v !== PROTOCOL_VERSION) return `unknown version ${frame.data.v}`;
  const issue = error.issues[0];
  return `malformed: ${issue?.path.join('.') || WHOLE_MESSAGE} ${issue?.message ?? ''}`;
}

function unreadable(because: QuarantineReason): { readable: 'no'; because: QuarantineReason } {
  return { readable: 'no', because };
}
