import type { RE2JS } from 're2js';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type CheckRulePart, CheckRuleParts, type RuleCheckRequest } from '../contract/field-checks.ts';
import { decodedValue, failedPart } from '../rules/check-value.ts';
import { checksLeft } from './check-limit.ts';

const MOST_COMPILED = 200;
const compiled = new Map<string, RE2JS>();

/** Says in the words of the rule what is wrong with a value (system-api.md 5.8). */
export async function checkByCode(context: RequestContext, request: RuleCheckRequest): Promise<null> {
  checksLeft(context);
  const row = await context.identity((db) =>
    db.selectFrom('check_rule').select('parts').where('code', '=', request.ruleCode).executeTakeFirst(),
  );
  if (!row) raise('field-check.rule-unknown');
  const parts = CheckRuleParts.parse(row.parts);
  const { RE2JS } = await import('re2js');
  const failed = failedPart<CheckRulePart>(parts, decodedValue(request.value), (pattern, text) =>
    compile(RE2JS, pattern).matches(text),
  );
  if (!failed) return null;
  const message = context.language === 'zh-CN' ? failed.part.messageZh : failed.part.messageEn;
  raise(
    'field-check.rule-failed',
    { message, begin: failed.begin, end: failed.end },
    { faults: [{ path: 'value', code: 'field-check.rule-failed', params: { message } }] },
  );
}

/** In linear time, whatever the pattern; one that such an engine cannot read is refused (security 2.13). */
function compile(engine: typeof RE2JS, pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  let made: RE2JS;
  try {
    made = engine.compile(engine.translateRegExp(pattern));
  } catch {
    raise('field-check.rule-broken');
  }
  if (compiled.size >= MOST_COMPILED) compiled.delete(compiled.keys().next().value as string);
  compiled.set(pattern, made);
  return made;
}
