import * as z from 'zod';
import { type DescribedKind, describedMessages } from '#domains/devices/contract/described-kind.ts';
import { PosEventMessage, PosStateMessage, PosTelemetryMessage } from './messages.ts';

/** What a developer of payment terminals needs: what they say of themselves, and of a payment that was presented at them. */
export function posProtocol(): DescribedKind {
  const { state, telemetry, event } = describedMessages('v1/{tenant}/pos/{imei}', {
    ...{ state: PosStateMessage, telemetry: PosTelemetryMessage, event: PosEventMessage, command: z.never() },
  });
  return {
    topicPrefix: 'v1/{tenant}/pos/{imei}',
    rules: [
      'state says whether the payment network is reached.',
      'event says what the customer saw of a payment; the server asks the payment provider whether money moved.',
    ],
    messages: { ...(state && { state }), ...(telemetry && { telemetry }), ...(event && { event }) },
    commands: { reportState: { args: { type: 'object', properties: {}, additionalProperties: false } } },
  };
}
