import { expect, test } from 'vitest';
import { searchWordsOf } from './search-words.ts';

test.each([
  ['Coffee orders', '咖啡订单', 'coffee orders 咖啡订单 kfdd'],
  ['MQTT accounts', 'MQTT 账号', 'mqtt accounts mqtt 账号 zh'],
  ['Banks', '银行', 'banks 银行 yh'],
])('%s, %s is found by %j', async (en, zh, words) => {
  expect(await searchWordsOf(en, zh)).toBe(words);
});
