import { expect, test } from 'vitest';
import * as z from 'zod';
import { type Endpoint, endpoint } from '#platform/http/contract/endpoint.ts';
import { route } from '#platform/http/server/route.ts';
import { checkDeclarations } from './check-declarations.ts';

const ping = endpoint({
  method: 'POST',
  path: '/test/ping',
  permission: 'test:ping',
  summary: 'Of a test',
  request: z.strictObject({}),
  response: z.null(),
});
const texts = { 'en-US': { 'a.problem': 'A' }, 'zh-CN': { 'a.problem': '甲' } };
const check =
  (endpoints: readonly Endpoint[], problems: Record<string, number> = {}, words = texts) =>
  () =>
    checkDeclarations(
      endpoints.map((one) => route(one, async () => null)),
      [],
      problems,
      words,
    );

test('what is declared well may start', () => {
  expect(check([ping], { 'a.problem': 409 })).not.toThrow();
});

test.each<[string, () => void, string]>([
  ['two calls with one path and verb', check([ping, ping]), 'declared twice'],
  [
    'a verb that is another call’s second one',
    check([ping, { ...ping, method: 'PUT', alsoMethods: ['POST'] }]),
    'declared twice',
  ],
  ['an open call without a reason', check([{ ...ping, auth: 'open', permission: null }]), 'open without a reason'],
  [
    'an open call that asks for a permission',
    check([{ ...ping, auth: 'open', openBecause: 'x' }]),
    'asks for a permission',
  ],
  ['a call that says nothing about itself', check([{ ...ping, summary: '' }]), 'no summary'],
  ['a problem without a text', check([], { 'b.problem': 409 }), 'problem b.problem has no en-US text'],
  [
    'a problem in one language only',
    check([], { 'a.problem': 409 }, { ...texts, 'zh-CN': {} as (typeof texts)['zh-CN'] }),
    'has no zh-CN text',
  ],
])('%s does not start', (_title, start, words) => {
  expect(start).toThrow(words);
});
