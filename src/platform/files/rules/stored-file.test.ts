import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileHeaders, fileKey, readFileKey } from './stored-file.ts';

test('a key names tenant, purpose, id and type, and is read back', () => {
  const parts = { tenantId: 'nord', purpose: 'export', id: '0193-a', extension: 'csv' } as const;
  expect(fileKey(parts)).toBe('nord/export/0193-a.csv');
  expect(readFileKey('nord/export/0193-a.csv')).toEqual(parts);
});

test.each([
  '../export/a.csv',
  'nord/../a.csv',
  'nord/export/../../a.csv',
  'nord/export/%2e%2e.csv',
  'nord/export/a\0.csv',
  '/etc/export/a.csv',
  'nord/export/a.svg',
  'nord/export/a.csv/b.csv',
  'nord/export/a.csv\n',
  `nord/export/${'a'.repeat(65)}.csv`,
  'nord/EXPORT/a.csv',
  'nord/export/.csv',
  'nord\\export\\a.csv',
])('%j is no key', (key) => {
  expect(readFileKey(key)).toBeUndefined();
});

test('a part that leads out of its folder makes no key', () => {
  expect(() => fileKey({ tenantId: '..', purpose: 'export', id: 'a', extension: 'csv' })).toThrow();
});

test('whatever a person calls a file, the header is one line, quoted once and of fixed type', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (label) => {
      const headers = fileHeaders('csv', label);
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="[\x20-\x21\x23-\x7e]+"; filename\*=UTF-8''[\w.!~%-]+$/,
      );
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    }),
  );
});

test('a name keeps its language, images are shown, all else is saved', () => {
  expect(fileHeaders('xlsx', '订单')['content-disposition']).toBe(
    `attachment; filename="__.xlsx"; filename*=UTF-8''%E8%AE%A2%E5%8D%95.xlsx`,
  );
  expect(fileHeaders('png', 'robot')['content-disposition']).toMatch(/^inline/);
});
