import { expect, test } from 'vitest';
import { adviceFor } from './advice.ts';

test.each([
  ['commit', 'wait'],
  ['begin read only; select set_config(?, ?, true)', 'wait'],
  ['select id from "order" where id = $1 for update', 'wait'],
  ['insert into "audit_row" (…) values (…)', 'change'],
  ['with moved as (delete from outbox returning *) select 1', 'change'],
  ['select updated_at from spot', 'read'],
])('%s: %s', (statement, advice) => expect(adviceFor(statement)).toBe(advice));
