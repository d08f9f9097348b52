import type { RequestContext } from '#platform/context/server/request-context.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { fillRuleEndpoints, fillRuleProblems } from '../contract/endpoints.ts';
import { fillRules } from '../contract/fill-rules.ts';
import { executeRule, executeRules, previewRule, testRule } from './execute.ts';
import { paramsIn, readParams } from './fill.ts';

/** They are the installation's: who acts in one tenant would change them for all (settled 25). */
function mustBeRoot({ actor }: { readonly actor: RequestContext['actor'] }): void {
  if (!actor.isRoot) raise('request.forbidden', { permission: fillRules.permission('edit') });
}

export const fillRuleSlice: ServerSlice = sliceOf(
  {
    name: 'fill-rules',
    about: 'Rules by which forms fill in values: numbers in a row, codes of departments and positions, random codes.',
    problems: fillRuleProblems,
    rootOnly: (['add', 'edit', 'delete'] as const).map((action) => fillRules.permission(action)),
    menu: [
      {
        page: 'fill-rules/list',
        kind: fillRules,
        under: 'isystem',
        path: '/isystem/fill-rule',
        icon: 'edit',
        sort: 99,
      },
    ],
    routes: [
      route(fillRuleEndpoints.execute, executeRule),
      route(fillRuleEndpoints.executeBatch, executeRules),
      route(fillRuleEndpoints.test, testRule),
      route(fillRuleEndpoints.preview, previewRule),
    ],
  },
  serveRecords(fillRules, {
    decide: ({ ruleClass, ruleParams }, _before, context) => {
      mustBeRoot(context);
      readParams(ruleClass, paramsIn(ruleParams));
    },
    beforeRemove: async (tx) => mustBeRoot(tx),
    examples: {
      ruleName: 'Number of a delivery',
      ruleNameZh: '配送单号',
      ruleCode: 'delivery_number',
      ruleClass: 'Numbers in a row, with a date',
      ruleParams: '{"prefix":"D","digits":4}',
    },
  }),
);
