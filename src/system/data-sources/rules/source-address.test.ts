import { describe, expect, test } from 'vitest';
import type { DatabaseType } from '../contract/data-sources.ts';
import { isSameLogin, readSourceAddress, type SourceAddress } from './source-address.ts';

test.each<[string, DatabaseType, Partial<SourceAddress>]>([
  ['jdbc:postgresql://db.example.com:5433/sales', '6', { engine: 'postgresql', host: 'db.example.com', port: 5433 }],
  ['postgres://DB.example.com/sales', '6', { host: 'db.example.com', port: 5432, database: 'sales', tls: undefined }],
  ['postgresql://10.0.0.5/sales?sslmode=verify-full', '6', { host: '10.0.0.5', tls: 'verify' }],
  ['postgresql://[::1]:5432/sales?ssl=true', '6', { host: '[::1]', tls: 'encrypt' }],
  [
    'jdbc:mysql://127.0.0.1:3306/jeecg-boot?characterEncoding=UTF-8&useUnicode=true&useSSL=false&serverTimezone=Asia/Shanghai',
    '4',
    { engine: 'mysql', database: 'jeecg-boot', tls: 'off' },
  ],
  ['mariadb://db/shop%20one', '5', { port: 3306, database: 'shop one' }],
])('%s is read', (url, type, expected) => expect(readSourceAddress(url, type)).toMatchObject(expected));

describe('refused', () => {
  test.each<[string, DatabaseType, string]>([
    ['', '6', 'data-source.address-form'],
    ['sales', '6', 'data-source.address-form'],
    ['jdbc:oracle:thin:@host:1521:orcl', '6', 'data-source.address-form'],
    ['file:///etc/passwd', '6', 'data-source.address-form'],
    ['postgresql://host', '6', 'data-source.address-form'],
    ['postgresql://host/', '6', 'data-source.address-form'],
    ['postgresql://one,two/sales', '6', 'data-source.address-form'],
    ['postgresql://host:0/sales', '6', 'data-source.address-form'],
    ['postgresql://host:70000/sales', '6', 'data-source.address-form'],
    ['postgresql://host/a%2Fb', '6', 'data-source.address-form'],
    ['postgresql://host/%zz', '6', 'data-source.address-form'],
    ['jdbc:mysql://address=(host=one)/sales', '4', 'data-source.address-form'],
    ['postgresql://user:word@host/sales', '6', 'data-source.credentials'],
    ['mysql://host/sales', '6', 'data-source.type-differs'],
    ['postgresql://host/sales', '4', 'data-source.type-differs'],
    ['postgresql://host/sales?socketFactory=x.Y&socketFactoryArg=1', '6', 'data-source.option'],
    ['mysql://host/sales?allowLoadLocalInfile=true', '4', 'data-source.option'],
    ['mysql://host/sales?autoDeserialize=true', '4', 'data-source.option'],
    ['mysql://host/sales?%61utoDeserialize=true', '4', 'data-source.option'],
    ['postgresql://host/sales?sslmode=maybe', '6', 'data-source.option'],
  ])('%s', (url, type, code) => expect(readSourceAddress(url, type)).toMatchObject({ code }));
});

describe('a kept password', () => {
  const at = (url: string, user = 'reader') => ({ address: readSourceAddress(url, '6') as SourceAddress, user });
  const kept = at('postgresql://host:5432/sales?sslmode=require');
  test.each([
    ['goes to the same server, whatever the database', at('postgresql://HOST/other?sslmode=verify-full'), true],
    ['goes not to another host', at('postgresql://other:5432/sales?sslmode=require'), false],
    ['goes not to another port', at('postgresql://host:5433/sales?sslmode=require'), false],
    ['is no other user', at('postgresql://host:5432/sales?sslmode=require', 'writer'), false],
    ['goes not in clear where it was encrypted', at('postgresql://host:5432/sales?sslmode=disable'), false],
  ])('%s', (_what, after, expected) => expect(isSameLogin(kept, after)).toBe(expected));
});
