import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import type { Values } from '#platform/records/server/record-rows.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import type { CheckRulePart } from '#system/field-checks/contract/field-checks.ts';
import { checkedParts } from '#system/field-checks/rules/check-value.ts';
import { matcher } from '#system/field-checks/server/index.ts';
import { type CheckRule, checkRules, type RuleJson } from '../contract/check-rules.ts';
import {
  checkRuleEndpoints,
  checkRuleProblems,
  type TestRuleAnswer,
  type TestRuleRequest,
} from '../contract/endpoints.ts';

/** They are the installation's: who acts in one tenant would change them for all (settled 25). */
function mustBeRoot({ actor }: { readonly actor: RequestContext['actor'] }): void {
  if (!actor.isRoot) raise('request.forbidden', { permission: checkRules.permission('edit') });
}

const isDelivered = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.db.selectFrom('check_rule').select('is_delivered').where('id', '=', id).executeTakeFirst())
    ?.is_delivered === true;

/** Older clients write the parts as one text, and a message in their own language alone. */
function withParts({ ruleJson, ...request }: Values): Values {
  if (ruleJson === undefined || request['parts'] !== undefined) return request;
  const parts = (ruleJson as RuleJson).map(({ message, ...part }) => ({
    ...part,
    messageEn: message,
    messageZh: message,
  }));
  return { ...request, parts };
}

const faultAt = (path: string, code: string): Problem => new Problem(code, {}, { faults: [{ path, code }] });

/** The product asks for delivered rules by their code. A pattern that cannot run in linear time is refused (security 2.13). */
async function mustBeUsable(
  tx: Transaction,
  {
    id,
    draft,
    before,
  }: { id: string; draft: Pick<CheckRule, 'ruleCode' | 'parts'>; before: { ruleCode: string } | undefined },
): Promise<void> {
  if (before && before.ruleCode !== draft.ruleCode && (await isDelivered(tx, id)))
    throw faultAt('ruleCode', 'check-rule.delivered');
  const matches = await matcher();
  for (const [at, { pattern }] of draft.parts.entries()) {
    try {
      matches(pattern, '');
    } catch {
      throw faultAt(`parts.${at}.pattern`, 'check-rule.pattern');
    }
  }
}

/** Tries parts that are not saved yet, each by itself: the form shows which of them refuse. */
export async function testRule(_context: RequestContext, { parts, value }: TestRuleRequest): Promise<TestRuleAnswer> {
  const matches = await matcher();
  return checkedParts<CheckRulePart>(parts, value, matches).map(({ begin, end, text, passed }) => ({
    ...{ beginIndex: begin, endIndex: end, checkValue: text, passed },
  }));
}

export const checkRuleSlice: ServerSlice = sliceOf(
  {
    name: 'check-rules',
    problems: checkRuleProblems,
    about: 'Rules by which forms check values: patterns for a value or parts of it.',
    menu: [
      {
        page: 'check-rules/list',
        kind: checkRules,
        under: 'isystem',
        path: '/isystem/check-rule',
        icon: 'check',
        sort: 99,
      },
    ],
    routes: [route(checkRuleEndpoints.test, testRule)],
  },
  serveRecords(checkRules, {
    computed: {
      isDelivered: sql`record.is_delivered`,
      ruleJson: sql`coalesce((select json_agg(json_build_object('digits', part->>'digits', 'pattern', part->>'pattern',
        'message', part->>'messageEn'))::text from jsonb_array_elements(record.parts) as part), '[]')`,
    },
    read: withParts,
    decide: (_draft, _before, context) => mustBeRoot(context),
    beforeSave: mustBeUsable,
    beforeRemove: async (tx, { id }) => {
      mustBeRoot(tx);
      if (await isDelivered(tx, id)) raise('check-rule.delivered');
    },
    examples: { ruleName: 'Licence plate', ruleNameZh: '车牌号', ruleCode: 'licence_plate' },
  }),
);
