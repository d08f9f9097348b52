import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, IntField } from '#platform/http/contract/fields.ts';
import { feePlans } from './fee-plans.ts';
import { Fee, FeePlan, MOST_SECONDS, Phase } from './plan.ts';
import { Replay, ReplayRequest } from './replay.ts';

export const PreviewFeeRequest = z.strictObject({ plan: FeePlan, elapsedSeconds: IntField(0, MOST_SECONDS) });
export type PreviewFeeRequest = z.infer<typeof PreviewFeeRequest>;

export const AddPhaseRequest = z.strictObject({ id: Id, version: IntField(1).optional(), ...Phase.shape });
export type AddPhaseRequest = z.infer<typeof AddPhaseRequest>;

export const feePlanEndpoints = {
  preview: endpoint({
    method: 'POST',
    alsoMethods: [],
    path: '/basecost/api/preview',
    permission: feePlans.permission('view'),
    effect: 'read',
    request: PreviewFeeRequest,
    response: Fee,
    summary: 'What a rental of so many seconds costs by a plan, and what it is charged for',
  }),
  replay: endpoint({
    method: 'POST',
    alsoMethods: [],
    path: '/basecost/api/replay',
    permission: feePlans.permission('edit'),
    effect: 'read',
    request: ReplayRequest,
    response: Replay,
    summary:
      'What the rentals of the last 90 days would have cost by a plan, and which customers would have paid more or less',
  }),
  addPhase: endpoint({
    method: 'POST',
    path: '/basecost/api/add_unit',
    permission: feePlans.permission('edit'),
    request: AddPhaseRequest,
    response: Done,
    summary: 'Add one phase to a plan, at its place among the others',
  }),
  makeDefault: endpoint({
    method: 'POST',
    path: '/basecost/api/makeDefault',
    permission: feePlans.permission('edit'),
    request: z.strictObject({ id: Id }),
    response: Done,
    summary: 'Let a plan hold where neither spot nor cabinet has chosen one',
  }),
};
