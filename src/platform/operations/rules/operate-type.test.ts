import { expect, test } from 'vitest';
import { operateTypeOf } from './operate-type.ts';

test.each([
  ['/provider/api/add', 'supplier:add', 2],
  ['/provider/api/edit', 'supplier:edit', 3],
  ['/provider/api/updateStatus', 'supplier:edit', 3],
  ['/provider/api/deleteBatch', 'supplier:delete', 4],
  ['/provider/api/importCheck', 'supplier:add', 5],
  ['/sys/import/start', 'supplier:add', 2],
  ['/provider/api/export', 'supplier:view', 6],
  ['/coffeeorder/api/page', 'order:view', 1],
  ['/coffeeorder/api/refund', 'order:refund', 3],
  ['/thing/:id', 'thing:delete', 4],
  ['/sys/user/password', null, 3],
] as const)('%s with %s is %i', (path, permission, type) => expect(operateTypeOf(path, permission)).toBe(type));
