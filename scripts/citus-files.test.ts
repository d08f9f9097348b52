import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CITUS_FILES, filesOfPart, filesOfServer, type Part, partToRun } from './citus-files.ts';

const files = filesOfServer();
const partsOf = (of: number): Part[] => Array.from({ length: of }, (_, at) => ({ nth: at + 1, of }));
const isJourney = (file: string): boolean => file.startsWith('e2e/');

describe('what runs on a cluster', () => {
  test.each([1, 7, 20])('each file of the server is run once, cut into %d', (of) => {
    const parts = partsOf(of).flatMap((part) => filesOfPart(part, files));
    const named = [...CITUS_FILES, ...parts.filter((file) => !isJourney(file))];
    expect(files.length).toBeGreaterThan(250);
    expect(named.sort()).toEqual(files);
  });

  test('parts are equally large, and each fifth has a journey', () => {
    const parts = partsOf(20).map((part) => filesOfPart(part, files));
    const sizes = parts.map((part) => part.filter((file) => !isJourney(file)).length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    expect(parts.map((part) => part.some(isJourney)).filter(Boolean)).toHaveLength(4);
    expect(filesOfPart({ nth: 1, of: 1 }, files).filter(isJourney)).toEqual(['e2e/journey.test.ts']);
    expect(existsSync(join(import.meta.dirname, '../e2e/journey.test.ts'))).toBe(true);
  });

  test('the day says which part, and each has its day', () => {
    const days = Array.from({ length: 20 }, (_, at) => partToRun(undefined, new Date(Date.UTC(2026, 10, 27 + at, 23))));
    expect(days.map(({ nth }) => nth).sort((one, other) => one - other)).toEqual(partsOf(20).map(({ nth }) => nth));
    expect(partToRun('', new Date('2026-01-01T00:00:00Z'))).toEqual({ nth: 1, of: 20 });
    expect(partToRun(undefined, new Date('2026-01-01T23:59:59Z'))).toEqual({ nth: 1, of: 20 });
  });

  test('a part can be asked for', () => {
    expect(partToRun('3/20', new Date())).toEqual({ nth: 3, of: 20 });
    expect(partToRun('1/1', new Date())).toEqual({ nth: 1, of: 1 });
    for (const asked of ['0/20', '21/20', '3', '3/', 'x/20', '3/20/2'])
      expect(() => partToRun(asked, new Date()), asked).toThrow('CITUS_PART');
  });
});
