import { CHANNELS, type ChannelName } from '#platform/channels/contract/channels.ts';
import { Text } from '#platform/http/contract/fields.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, longText, text } from '#platform/records/contract/fields.ts';
import { LanguageTag } from '#system/languages/contract/language.ts';
import { JUMP_TYPES } from '#system/tenants/contract/carousel.ts';

export { CHANNELS };
export type PushChannel = ChannelName;

export const LONGEST_CODE = 64;
const LONGEST_TAG = 35;
/** A tag may have the form of one and name two countries: amounts cannot be written in it. */
function isTag(text: string): boolean {
  if (!LanguageTag.safeParse(text).success) return false;
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** Of a text: one of those that the installation has, or that customers speak. */
export const MessageLanguage = Text(LONGEST_TAG).refine(isTag, { message: 'fault.format' });
/** As a text message may be. */
export const LONGEST_SMS = 1_000;
/** Characters that the content of a channel may have once it is filled. */
export const LONGEST_CONTENT: Readonly<Record<PushChannel, number>> = {
  ...{ sms: LONGEST_SMS, email: 20_000, wechat: 1_000, push: 1_000, api: 20_000, backend: 2_000 },
};

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
    language: { ...text(LONGEST_TAG, { sort: true, filter: true }), input: MessageLanguage, empty: 'en-US' },
    content: longText(10_000, { required: true, search: true }),
    testJson: longText(4_000),
    /** The number of the template at the provider: WeChat knows templates alone. */
    providerTemplate: text(100),
    /** Where it leads who taps on it (domain 8). */
    jumpType: choice(JUMP_TYPES, 'jump_type', { empty: 0 }),
    jumpTarget: text(500),
  },
});
export type MessageTemplate = RecordOf<typeof templates>;
