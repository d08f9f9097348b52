import { couponProblems } from '#domains/coupons/contract/problems.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';

export const coupons: ServerSlice = {
  name: 'coupons',
  problems: couponProblems,
};

export { type IssueAnswer, type IssuedCode, type IssueRefusal, type IssueRequest, issueCodes } from './issue-codes.ts';
