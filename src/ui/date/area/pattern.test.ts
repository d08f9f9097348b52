import { expect, test } from 'vitest';
import { TIME_FORMATS } from '#platform/viewer/contract/display-formats.ts';
import { patternParts } from './pattern.ts';

const shown = (...of: Parameters<typeof patternParts>): string =>
  patternParts(...of)
    .map((part) => ('literal' in part ? part.literal : `<${part.segment}>`))
    .join('');

test.each([
  ['day', 'en-US', 'yyyy-MM-dd HH:mm:ss', '<year>-<month>-<day>'],
  ['dayTime', 'en-US', 'dd.MM.yyyy HH:mm:ss', '<day>.<month>.<year> <hour>:<minute>'],
  ['day', 'en-US', 'dd/MM/yyyy HH:mm:ss', '<day>/<month>/<year>'],
  ['dayTime', 'en-US', 'MM/dd/yyyy hh:mm:ss a', '<month>/<day>/<year> <hour>:<minute> <dayPeriod>'],
  ['dayTime', 'zh-CN', 'MM/dd/yyyy hh:mm:ss a', '<month>/<day>/<year> <dayPeriod><hour>:<minute>'],
  ['clock', 'zh-CN', 'MM/dd/yyyy hh:mm:ss a', '<dayPeriod><hour>:<minute>'],
  ['dayTime', 'zh-CN', 'yyyy年MM月dd日 HH:mm:ss', '<year>年<month>月<day>日 <hour>:<minute>'],
] as const)('%s in %s after %s is %s', (kind, language, timeFormat, row) => {
  expect(TIME_FORMATS).toContain(timeFormat);
  expect(shown(kind, { timeFormat, language })).toBe(row);
});
