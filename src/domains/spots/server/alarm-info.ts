import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { saveRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import type { AlarmInfo, RemoveAlarmContactRequest, SaveAlarmInfo } from '../contract/endpoints.ts';
import { ALARM_FIELDS, type Spot } from '../contract/spots.ts';

/** What the alarms of a spot need, for those who look after alarms and nothing else of it. */
export const alarmCalls = (served: ServedKind) => ({
  async read(context: RequestContext, { id }: { readonly id: string }): Promise<AlarmInfo> {
    return infoOf(await oneRecord(served, context, id));
  },

  save(context: RequestContext, { id, version, ...given }: SaveAlarmInfo): Promise<AlarmInfo> {
    return context.transaction(async (tx) =>
      infoOf(await saveRecord(served, context, tx, { id, version, given, words: undefined })),
    );
  },

  async removeContact(
    context: RequestContext,
    { id, version, contactNo }: RemoveAlarmContactRequest,
  ): Promise<AlarmInfo> {
    const spot = (await oneRecord(served, context, id)) as unknown as Spot;
    if (contactNo > spot.contacts.length) raise('spot.contact-unknown');
    const contacts = spot.contacts.filter((_, place) => place !== contactNo - 1);
    return context.transaction(async (tx) =>
      infoOf(
        await saveRecord(served, context, tx, {
          ...{ id, given: { contacts }, words: undefined },
          version: version ?? spot.version,
        }),
      ),
    );
  },
});

function infoOf(record: Readonly<Record<string, unknown>>): AlarmInfo {
  const { id, version, name } = record;
  const values = Object.fromEntries(ALARM_FIELDS.map((field) => [field, record[field]]));
  return { id, version, name, ...values } as unknown as AlarmInfo;
}
