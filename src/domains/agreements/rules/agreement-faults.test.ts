import { expect, test } from 'vitest';
import { agreementFaults } from './agreement-faults.ts';

const DRAFT = {
  type: 'user',
  termsVersion: '1.0',
  url: 'https://fjord.example/terms',
  content: '',
  contentZh: '',
};

test.each([
  [{}, []],
  [{ url: '' }, ['agreement.url-or-text']],
  [{ url: '', content: '<p>Terms</p>' }, []],
  [{ url: '', contentZh: '<p>条款</p>' }, []],
  [{ url: 'http://fjord.example' }, ['agreement.url']],
  [{ url: 'javascript:alert(1)' }, ['agreement.url']],
  [{ url: 'terms' }, ['agreement.url']],
])('with %j: %j', (more, codes) => {
  expect(agreementFaults({ ...DRAFT, ...more }, undefined).map(({ code }) => code)).toEqual(codes);
});

test('what was published keeps its words; what was not may change', () => {
  const change = { ...DRAFT, termsVersion: '1.1', content: '<p>More</p>' };
  expect(agreementFaults(change, undefined)).toEqual([]);
  expect(agreementFaults(change, DRAFT)).toEqual([
    { path: 'termsVersion', code: 'agreement.published' },
    { path: 'content', code: 'agreement.published' },
  ]);
  expect(agreementFaults(DRAFT, DRAFT)).toEqual([]);
});
