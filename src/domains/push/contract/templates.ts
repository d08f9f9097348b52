import { LANGUAGES } from '#platform/http/contract/envelope.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, longText, text } from '#platform/records/contract/fields.ts';

/** The channels that there are (domain 8, settled 117): mails and text messages. */
export const CHANNELS = ['email', 'sms'] as const;
export type PushChannel = (typeof CHANNELS)[number];

export const LONGEST_CODE = 64;
/** As a text message may be. */
export const LONGEST_SMS = 1_000;

/**
 * The text of a message (domain 2, settled 116, 122): one for each code, channel and language. `{name}` in title and content is
 * filled when it is sent; the test JSON has a value for each.
 */
export const templates = defineRecords({
  name: 'messageTemplate',
  namespace: 'message-templates',
  rightsOf: 'push',
  calls: domainCalls('/MsgPush/api', {
    ...{ page: 'examplePage', one: 'exampleOne', options: 'exampleEnum', history: 'exampleHistory' },
    ...{ add: 'exampleAdd', edit: 'exampleEdit', remove: 'exampleDelete', removeMany: 'exampleDeleteBatch' },
    ...{ export: 'exampleExport', importCheck: 'exampleImportCheck' },
  }),
  label: 'title',
  fields: {
    code: text(LONGEST_CODE, {
      ...{ required: true, unique: { within: ['channel', 'language'] } },
      ...{ search: true, sort: true, filter: true },
    }),
    title: text(200, { required: true, search: true, sort: true }),
    channel: choice(CHANNELS, 'message_channel', { required: true, sort: true }),
    language: choice(LANGUAGES, 'message_language', { empty: 'en-US', sort: true }),
    content: longText(10_000, { required: true, search: true }),
    testJson: longText(4_000),
  },
});
export type MessageTemplate = RecordOf<typeof templates>;
