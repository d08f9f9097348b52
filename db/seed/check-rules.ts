import type { Kysely } from 'kysely';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { CheckRulePart } from '#system/field-checks/contract/field-checks.ts';

interface CheckRule {
  readonly code: string;
  readonly name: readonly [en: string, zh: string];
  readonly parts: readonly CheckRulePart[];
}

const CHECK_RULES: readonly CheckRule[] = [
  {
    code: 'phone_number',
    name: ['Phone number', '电话号码'],
    parts: [
      {
        digits: '*',
        pattern: '\\+?[0-9 ()-]{6,20}',
        messageEn: 'Enter a phone number, with + and the country code for one abroad',
        messageZh: '请输入电话号码，境外号码以 + 和国家代码开头',
      },
    ],
  },
  {
    code: 'device_imei',
    name: ['IMEI of a device', '设备 IMEI'],
    parts: [
      {
        digits: '*',
        pattern: '[A-Za-z0-9_-]{8,40}',
        messageEn: 'Enter 8 to 40 letters, digits, - or _',
        messageZh: '请输入 8 到 40 位字母、数字、- 或 _',
      },
    ],
  },
  {
    code: 'coupon_custom_code',
    name: ['Custom coupon code', '自定义优惠码'],
    parts: [
      {
        digits: '*',
        pattern: '.{6,8}',
        messageEn: 'Enter 6 to 8 characters',
        messageZh: '请输入 6 到 8 位字符',
      },
      {
        digits: '*',
        pattern: '[A-Za-z0-9]*',
        messageEn: 'Enter letters and digits only',
        messageZh: '只能输入字母和数字',
      },
    ],
  },
];

/** Adds what is missing; a rule that somebody changed stays as it is. */
export async function recordCheckRules(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('check_rule')
    .values(
      CHECK_RULES.map(({ code, name, parts }) => ({
        id: newId(),
        code,
        name_en: name[0],
        name_zh: name[1],
        parts: JSON.stringify(parts),
        is_delivered: true,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
