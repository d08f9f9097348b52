import { expect, test } from 'vitest';
import { actKey, callKey } from './act-words.ts';

test.each([
  ['/coffeeorder/api/printTicket', 'coffeeorder-api-printTicket'],
  ['/sys/fillRule/executeRuleByCode/:ruleCode', 'sys-fillRule-executeRuleByCode-ruleCode'],
  ['/goods/api/menuExport', 'export'],
  ['/sys/dataQuery/exportRows', 'export'],
  ['/coffeeMachine/api/ExportAllList', 'export'],
  ['/sys/export/retry', 'sys-export-retry'],
])('%s: %s', (route, key) => expect(callKey(route)).toBe(key));

test('an act is its own key', () => expect(actKey('order:print-receipt')).toBe('order-print-receipt'));
