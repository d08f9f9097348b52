import type * as z from 'zod';
import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import {
  choice,
  generated,
  instant,
  longText,
  olderInstant,
  type RecordTarget,
  references,
  richText,
  text,
  withInput,
} from '#platform/records/contract/fields.ts';

const people: RecordTarget = {
  ...{ name: 'user', table: 'tenant_user', label: 'realname', value: 'username', ofPeople: true },
  dictionary: 'sys_user,realname,id',
};

export const PRIORITIES = ['L', 'M', 'H'] as const;
export const MSG_CATEGORIES = ['1', '2'] as const;
export const MSG_TYPES = ['ALL', 'USER'] as const;
/** Draft, released, revoked. */
export const SEND_STATES = ['0', '1', '2'] as const;
export type SendStatus = (typeof SEND_STATES)[number];

const LONGEST_TITLE = 100;
const LONGEST_ABSTRACT = 300;
const LONGEST_TEXT = 20_000;
const MOST_PEOPLE = 1_000;

const SCRIPT = /<script\b[^>]*>.*?<\/script\b[^>]*>|<\/?script\b[^>]*>?/gis;

function withoutScript(title: string): string {
  const rest = title.replace(SCRIPT, '');
  // what stood around one script may be another
  return rest === title ? rest : withoutScript(rest);
}

/** Script content is taken out of a title (system-api.md 5.10); one that was nothing else is missing. */
function title<const O extends { readonly required?: true; readonly search: true; readonly sort?: true }>(options: O) {
  const field = text(LONGEST_TITLE, options);
  return withInput(field, field.input.transform(withoutScript).pipe(field.input as z.ZodType<string, string>));
}

/** What a tenant tells its people (system-api.md 5.10, whose spellings are kept). What is empty in Chinese is shown in English. */
export const announcements = defineRecords({
  name: 'announcement',
  namespace: 'announcements',
  calls: systemCalls('/sys/annountCement'),
  olderTable: 'sys_announcement',
  label: 'titile',
  labelZh: 'titileZh',
  notFound: 'announcement.not-found',
  // no cell says the text and its pictures, nor a period on which clocks: what came in would be a title without the rest
  without: ['importCheck', 'importExcel'],
  fields: {
    titile: title({ required: true, search: true, sort: true }),
    titileZh: title({ search: true }),
    msgAbstract: longText(LONGEST_ABSTRACT, { search: true }),
    msgAbstractZh: longText(LONGEST_ABSTRACT, { search: true }),
    msgContent: richText(LONGEST_TEXT),
    msgContentZh: richText(LONGEST_TEXT),
    priority: choice(PRIORITIES, 'priority', { empty: 'M', sort: true }),
    msgCategory: choice(MSG_CATEGORIES, 'msg_category', { empty: '1', sort: true }),
    msgType: choice(MSG_TYPES, 'msg_type', { empty: 'ALL' }),
    /** Whom it is for, where it is not for all. */
    userIds: references(people, MOST_PEOPLE, { endsWithComma: true }),
    /** Its period; without a beginning it is shown from its release on, without an end until it is revoked. */
    startTime: olderInstant({ sort: true }),
    endTime: {
      ...olderInstant({ sort: true }),
      follows: { field: 'startTime', fault: 'announcement.ends-before-it-begins' },
    },
    sendStatus: generated(choice(SEND_STATES, 'send_status', { empty: '0', sort: true })),
    /** Who released it. */
    sender: generated(text(100, { sort: true })),
    sendTime: generated(instant({ sort: true })),
    cancelTime: generated(instant()),
  },
});
export type Announcement = RecordOf<typeof announcements>;

/** Those who may let others read what was written. */
export const RELEASE_PERMISSION = 'announcement:release';
