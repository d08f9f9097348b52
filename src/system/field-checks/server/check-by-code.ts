import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type CheckRulePart, CheckRuleParts, type RuleCheckRequest } from '../contract/field-checks.ts';
import { decodedValue, failedPart } from '../rules/check-value.ts';
import { checksLeft } from './check-limit.ts';
import { matcher } from './patterns.ts';

/** Says in the words of the rule what is wrong with a value (system-api.md 5.8). */
export async function checkByCode(context: RequestContext, request: RuleCheckRequest): Promise<null> {
  checksLeft(context);
  const row = await context.identity((db) =>
    db.selectFrom('check_rule').select('parts').where('code', '=', request.ruleCode).executeTakeFirst(),
  );
  if (!row) raise('field-check.rule-unknown');
  const parts = CheckRuleParts.parse(row.parts);
  const failed = failedPart<CheckRulePart>(parts, decodedValue(request.value), await matcher());
  if (!failed) return null;
  const message = context.language === 'zh-CN' ? failed.part.messageZh : failed.part.messageEn;
  raise(
    'field-check.rule-failed',
    { message, begin: failed.begin, end: failed.end },
    { faults: [{ path: 'value', code: 'field-check.rule-failed', params: { message } }] },
  );
}
