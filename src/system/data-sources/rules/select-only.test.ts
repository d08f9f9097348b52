import { describe, expect, test } from 'vitest';
import { faultOfSelect, withoutEnd } from './select-only.ts';

describe('a select passes', () => {
  test.each([
    'select id, name from shop',
    '  SELECT 1;  ',
    '(select 1) union (select 2)',
    'with old as (select 1 as id) select * from old',
    "values (1, 'one')",
    "select 'made into; gold -- it is' as text",
    'select "into" from shop',
    'select 1 -- for update\n',
    'select /* ; drop table shop */ 1',
  ])('%s', (sql) => {
    expect([faultOfSelect(sql, 'postgresql'), faultOfSelect(sql, 'mysql')]).toEqual([undefined, undefined]);
  });
  test.each(["select $$a; into 'b'$$", "select E'it\\'s; into'", 'select $tag$ for update $tag$', 'select a$1$b'])(
    'of PostgreSQL: %s',
    (sql) => expect(faultOfSelect(sql, 'postgresql')).toBeUndefined(),
  );
  test.each(['select `into` from shop', 'select 1 # into\n'])('of MySQL: %s', (sql) =>
    expect(faultOfSelect(sql, 'mysql')).toBeUndefined(),
  );
});

describe('everything else is refused', () => {
  test.each([
    ['', 'data-query.select-only'],
    ['update shop set name = 1', 'data-query.select-only'],
    ['delete from shop', 'data-query.select-only'],
    ['call purge()', 'data-query.select-only'],
    ['set role admin', 'data-query.select-only'],
    ['/* select */ drop table shop', 'data-query.select-only'],
    ["select 'no end", 'data-query.select-only'],
    ['select 1 /* no end', 'data-query.select-only'],
    ['select 1; select 2', 'data-query.one-statement'],
    ["select ';'; drop table shop", 'data-query.one-statement'],
    ['select * into copy from shop', 'data-query.writes'],
    ['select * from shop for update', 'data-query.writes'],
    ['select * from shop FOR  NO KEY  UPDATE', 'data-query.writes'],
  ])('%s', (sql, fault) => {
    expect([faultOfSelect(sql, 'postgresql'), faultOfSelect(sql, 'mysql')]).toEqual([fault, fault]);
  });
  test.each([
    ["select 1 into outfile '/tmp/x'", 'data-query.writes'],
    ["select 'a\\' into outfile \\'/tmp/x'", 'data-query.writes'],
    ["select '\\' , 2 into outfile '/tmp/x", 'data-query.select-only'],
    ["select 1 /*! into outfile '/tmp/x' */", 'data-query.select-only'],
    ['select * from shop lock in share mode', 'data-query.writes'],
  ])('of MySQL: %s', (sql, fault) => expect(faultOfSelect(sql, 'mysql')).toBe(fault));
});

test('the sign at its end goes', () => expect(withoutEnd('select 1 ; \n;')).toBe('select 1'));
