import { withClient } from './prepare.ts';
import { RECORDS, RECORDS_TENANT, TIME_ZONE } from './world.ts';

/** A tenant of its own with as many people and beverages as lists are asked for. */
export function loadRecords(superUrl: string): Promise<void> {
  return withClient(superUrl, async (client) => {
    const { rows } = await client.query('select from tenant where tenant_id = $1', [RECORDS_TENANT]);
    if (rows.length > 0) return;
    await client.query('set session_replication_role = replica');
    await client.query(LOAD);
    await client.query(
      'vacuum (analyze) staff_user, membership, user_role, user_department, beverage, beverage_option_group, recipe_line',
    );
  });
}

const T = RECORDS_TENANT;
const id = (what: string, no: string): string => `md5('bench ${what} ' || ${no})::uuid`;
const all = `generate_series(1, ${RECORDS}) n`;

const LOAD = `
  insert into tenant (tenant_id, name, time_zone, currency) values (${T}, 'Records', '${TIME_ZONE}', 'NOK');
  insert into role (tenant_id, id, role_code, role_name)
    select ${T}, ${id('role', 'n')}, 'r' || n, 'Role ' || n from generate_series(1, 20) n;
  insert into department (tenant_id, id, org_code, name)
    select ${T}, ${id('department', 'n')}, 'A' || lpad(n::text, 2, '0'), 'Department ' || n from generate_series(1, 50) n;
  insert into position (tenant_id, id, code, name)
    select ${T}, ${id('position', 'n')}, 'p' || n, 'Position ' || n from generate_series(1, 20) n;
  insert into staff_user (id, username, username_key, realname, work_no, phone, email, password_hash)
    select ${id('user', 'n')}, 'bench' || n, 'bench' || n, 'Person no ' || n % 100 || ' of ' || n, 'B-' || n,
      '+474' || lpad(n::text, 7, '0'), 'bench' || n || '@example.com', 'none' from ${all};
  insert into membership (tenant_id, user_id, created_at, updated_at)
    select ${T}, ${id('user', 'n')}, at, at from ${all}, lateral (select now() - n * interval '1 minute' as at) made;
  insert into user_role (tenant_id, user_id, role_id)
    select ${T}, ${id('user', 'n')}, ${id('role', '1 + (n + k) % 20')} from ${all}, generate_series(1, 2) k;
  insert into user_department (tenant_id, user_id, department_id)
    select ${T}, ${id('user', 'n')}, ${id('department', '1 + n % 50')} from ${all};
  insert into user_position (tenant_id, user_id, position_id)
    select ${T}, ${id('user', 'n')}, ${id('position', '1 + n % 20')} from ${all};
  insert into menu (tenant_id, id, name) select ${T}, ${id('menu', 'n')}, 'Menu ' || n from generate_series(1, 20) n;
  insert into material (tenant_id, id, name, material_type, unit, code)
    select ${T}, ${id('material', 'n')}, 'Material ' || n, 1 + n % 9, 'g', 'm' || n from generate_series(1, 10) n;
  insert into option_group (tenant_id, id, name) select ${T}, ${id('group', 'n')}, 'Group ' || n from generate_series(1, 5) n;
  insert into option_choice (tenant_id, id, group_id, name)
    select ${T}, ${id('choice', 'n')}, ${id('group', '1 + n % 5')}, 'Choice ' || n from generate_series(1, 15) n;
  insert into beverage (tenant_id, id, menu_id, name, original_price_minor, sort, created_at)
    select ${T}, ${id('beverage', 'n')}, ${id('menu', '1 + n % 20')}, 'Drink no ' || n % 100 || ' of ' || n, 3000 + n % 900, n,
      now() - n * interval '1 minute' from ${all};
  insert into beverage_option_group (tenant_id, beverage_id, group_id)
    select ${T}, ${id('beverage', 'n')}, ${id('group', '1 + (n + k) % 5')} from ${all}, generate_series(1, 2) k;
  insert into recipe_line (tenant_id, beverage_id, material_id, amount)
    select ${T}, ${id('beverage', 'n')}, ${id('material', '1 + (n + k) % 10')}, 18 from ${all}, generate_series(1, 3) k;`;
