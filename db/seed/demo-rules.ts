import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';

const BY = 'Demo';

const FILL_RULES = [
  {
    code: 'delivery_number',
    name: ['Number of a delivery', '配送单号'],
    handler: 'serial_number',
    params: { prefix: 'DN', datePart: 'day', separator: '-', digits: 4, startAt: 1 },
  },
  { code: 'org_code', name: ['Code of a department', '部门编码'], handler: 'org_code', params: { parentCode: '' } },
  {
    code: 'position_code',
    name: ['Code of a position', '职务编码'],
    handler: 'position_code',
    params: { prefix: 'P', digits: 3 },
  },
  {
    code: 'voucher_code',
    name: ['Code of a voucher', '凭证码'],
    handler: 'random_code',
    params: { prefix: '', length: 8, alphabet: 'mixed' },
  },
] as const;

const CUP_SIZES = [
  ['s', 'Small', '小杯'],
  ['m', 'Medium', '中杯'],
  ['l', 'Large', '大杯'],
] as const;

/** Fill rules and a dictionary as an administrator would add them, once: what somebody deletes stays deleted. */
export async function seedDemoRules({ database, clock }: Services): Promise<void> {
  await database.identity(async (db) => {
    const known = await db.selectFrom('fill_rule').select('id').limit(1).executeTakeFirst();
    if (known) return;
    const at = clock.now();
    const made = { created_at: at, created_by: BY, updated_at: at };
    await db
      .insertInto('fill_rule')
      .values(
        FILL_RULES.map(({ code, name, handler, params }) => ({
          ...{ id: newId(), code, name_en: name[0], name_zh: name[1], handler, ...made },
          params: JSON.stringify(params),
        })),
      )
      .execute();
    const code = 'cup_size';
    await db
      .insertInto('dictionary')
      .values({ id: newId(), code, name_en: 'Cup size', name_zh: '杯型', ...made })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('dictionary_item')
      .values(
        CUP_SIZES.map(([value, text_en, text_zh], at) => ({
          ...{ id: newId(), code, value, text_en, text_zh, sort: at + 1, ...made },
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
