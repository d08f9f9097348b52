import { expect, test } from 'vitest';
import { type Consequence, consequenceOf, type FailedAnswer } from './failed-answer.ts';

const CONFIGURED = ['/coffeeorder/api/page', '/sys/user/list'];
const failed = (facts: Partial<FailedAnswer>): FailedAnswer => ({
  status: 200,
  isFlagged: facts.status === undefined,
  message: '',
  text: facts.message ?? '',
  hadToken: true,
  path: '/coffeeorder/api/refundOrder',
  ...facts,
});
const refusal: Consequence = {
  kind: 'refusal',
  words: { server: 'Too much' },
  told: 'warning',
  showsErrorPage: false,
};
const status: Consequence = {
  kind: 'status',
  words: { catalogue: 'failed' },
  told: 'notification',
  showsErrorPage: false,
};

const CATALOGUE: [row: string, answer: Partial<FailedAnswer>, consequence: Consequence][] = [
  ['HTTP 403', { status: 403, message: 'no' }, { ...status, words: { catalogue: 'forbidden' } }],
  ['HTTP 404', { status: 404, message: 'no' }, { ...status, words: { catalogue: 'notFound' } }],
  ['HTTP 504', { status: 504 }, { ...status, words: { catalogue: 'timeout' } }],
  [
    'HTTP 401 with a token ends the session',
    { status: 401, message: 'Token失效，请重新登录!' },
    { ...status, words: { catalogue: 'unauthorised' }, told: 'nothing', ends: 'unauthorised' },
  ],
  [
    'HTTP 401 of a session whose end has a reason',
    { status: 401, message: 'Logged in on more than 10 devices', problem: 'session.ended-too-many' },
    {
      ...status,
      words: { server: 'Logged in on more than 10 devices' },
      told: 'nothing',
      ends: 'unauthorised',
    },
  ],
  [
    'HTTP 401 of a reason without words',
    { status: 401, problem: 'session.ended-too-many' },
    { ...status, words: { catalogue: 'unauthorised' }, told: 'nothing', ends: 'unauthorised' },
  ],
  [
    'HTTP 401 without a token is shown and ends nothing',
    { status: 401, message: 'token is empty', hadToken: false },
    { ...status, words: { catalogue: 'unauthorised' } },
  ],
  [
    'HTTP 500 token expired, in Chinese',
    { status: 500, message: 'Token失效，请重新登录' },
    { ...status, words: { catalogue: 'expiredText' }, told: 'nothing', ends: 'expired' },
  ],
  [
    'HTTP 500 token expired, in English',
    { status: 500, message: 'Token expired, log in again' },
    { ...status, words: { catalogue: 'expiredText' }, told: 'nothing', ends: 'expired' },
  ],
  [
    'HTTP 500 with a blob body that says so',
    { status: 500, text: '{"timestamp":"x","status":500,"message":"Token失效"}' },
    { ...status, words: { catalogue: 'expiredText' }, told: 'nothing', ends: 'expired' },
  ],
  [
    'HTTP 500 with a blob body that says something else',
    { status: 500, message: 'The file is broken', text: '{"status":500,"message":"The file is broken"}' },
    { ...status, words: { server: 'The file is broken' } },
  ],
  [
    'a marker without a token is an ordinary failure',
    { status: 500, message: 'Token失效', hadToken: false },
    { ...status, words: { server: 'Token失效' } },
  ],
  ['another status', { status: 409, message: 'Busy' }, { ...status, words: { server: 'Busy' } }],
  ['another status without words', { status: 502, text: '<html>bad gateway</html>' }, status],
  ['a page instead of an answer', { status: 200, isFlagged: false, text: '<html>' }, status],
  ['a response flagged as failed', { message: 'Too much' }, refusal],
  ['a response flagged as failed without words', {}, { ...refusal, words: { catalogue: 'failed' } }],
  [
    'a configured back-end path goes to the error page',
    { message: 'Too much', path: '/coffeeorder/api/page' },
    { ...refusal, showsErrorPage: true },
  ],
  ['a system path never does', { message: 'Too much', path: '/sys/user/list' }, refusal],
  [
    'the ad-relationship edit call is left out',
    { message: 'Too much', path: '/powerbank/api/adRelationshipEdit' },
    { ...refusal, told: 'nothing' },
  ],
  [
    'the ad-relationship edit call as a path of its own',
    { message: 'Too much', path: '/adrelationship/api/edit' },
    { ...refusal, told: 'nothing' },
  ],
  [
    'the ad-relationship edit call, its words the other way round',
    { message: 'Too much', path: '/powerbank/api/editAdInfoRelationship' },
    { ...refusal, told: 'nothing' },
  ],
  ['the ad-relationship list is not', { message: 'Too much', path: '/adrelationship/api/list' }, refusal],
  ['dictionary load', { message: 'Too much', path: '/sys/dict/getDictItems/:code' }, refusal],
  ['password change', { message: 'Too much', path: '/sys/user/updatePassword' }, refusal],
];

test.each(CATALOGUE)('%s', (_, answer, consequence) => {
  expect(consequenceOf(failed(answer), CONFIGURED)).toEqual(consequence);
});
