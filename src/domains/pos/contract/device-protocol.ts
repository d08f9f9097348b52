import { type DescribedKind, describedMessages, jsonSchema } from '#domains/devices/contract/described-kind.ts';
import { PosCommandMessage, ReportStateArgs } from './commands.ts';
import { PosEventMessage, PosStateMessage, PosTelemetryMessage } from './messages.ts';

/** What a developer of payment terminals needs: what they say of themselves, and of a payment that was presented at them. */
export const posProtocol = (): DescribedKind => ({
  topicPrefix: 'v1/{tenant}/pos/{imei}',
  rules: [
    'state says whether the payment network is reached.',
    'A gap in seq makes the server send reportState: answer with a complete state.',
    'event says what the customer saw of a payment; the server asks the payment provider whether money moved.',
  ],
  messages: describedMessages('v1/{tenant}/pos/{imei}', {
    state: PosStateMessage,
    telemetry: PosTelemetryMessage,
    event: PosEventMessage,
    command: PosCommandMessage,
  }),
  commands: { reportState: { args: jsonSchema(ReportStateArgs) } },
});
