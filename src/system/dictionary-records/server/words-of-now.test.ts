import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#platform/database/server/migrate.ts';
import { emptyInstallation } from '#platform/testing/test-database.ts';

const NEW = '20261214-1222-dictionaries-words-of-now.sql';

let url: string;
let owner: pg.Client;
beforeAll(async () => {
  url = await emptyInstallation();
  await migrate(url, undefined, (name) => name < NEW);
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
});
afterAll(() => owner.end());

const insertItem = (code: string, value: string, en: string, zh: string) =>
  owner.query(
    'insert into dictionary_item (code, value, text_en, text_zh, is_delivered) values ($1, $2, $3, $4, true)',
    [...[code, value, en, zh]],
  );
const wordsOf = async (code: string) => {
  const { rows } = await owner.query<{ words: string }>(
    "select concat_ws(' ', value, text_en, text_zh) as words from dictionary_item where code = $1 order by value",
    [code],
  );
  return rows.map(({ words }) => words);
};

test('words of before become those of now where nobody changed them; a dictionary of before goes where nobody made it his own', async () => {
  await owner.query(
    `insert into dictionary (code, name_en, name_zh, is_delivered) values ('alarm_type', 'Alarm', '报警类型', true),
       ('order_status', 'Order status', '订单状态', true), ('message_language', 'Language of a message', '消息语言', true)`,
  );
  await insertItem('order_status', '3', 'In production queue', '排队制作中');
  await insertItem('order_status', '4', 'Making failed', '做坏了');
  await insertItem('order_status', '5', 'Ready', '待取货');
  await insertItem('message_language', 'en-US', 'English', '英语');
  await insertItem('message_language', 'zh-CN', 'Chinese', '汉语');

  await migrate(url);
  expect(await wordsOf('order_status')).toEqual([
    ...['3 Paid, in queue 已支付，排队中', '4 Making failed 做坏了', '5 Ready 待取杯'],
  ]);
  const { rows } = await owner.query("select name_zh from dictionary where code = 'alarm_type'");
  expect(rows).toEqual([{ name_zh: '告警类型' }]);
  expect(await wordsOf('message_language')).toHaveLength(2);

  await owner.query("update dictionary_item set text_zh = '中文' where code = 'message_language' and value = 'zh-CN'");
  await owner.query('delete from schema_migration where name = $1', [NEW]);
  await migrate(url);
  expect(await wordsOf('message_language')).toEqual([]);
  expect((await owner.query("select from dictionary where code = 'message_language'")).rows).toEqual([]);
});
