import { expect, test } from 'vitest';
import { arrivalOf, chatAppOf, chatArrivalOf } from './arrival.ts';

const CODE = 'A1b2C3d4E5f6G7h8';
const WECOM = 'Mozilla/5.0 (iPhone) AppleWebKit/605 Mobile wxwork/4.1.0 MicroMessenger/7.0.1 Language/zh';
const DINGTALK = 'Mozilla/5.0 (Linux; Android 12) AppleWebKit/537 AliApp(DingTalk/6.5.45) Mobile';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 Chrome/140 Safari/537';

test.each([
  [WECOM, 'wechat_enterprise'],
  [DINGTALK, 'dingtalk'],
  [CHROME, undefined],
])('%s is %s', (userAgent, app) => {
  expect(chatAppOf(userAgent)).toBe(app);
});

test.each([
  [`#code=${CODE}&source=works`, { kind: 'code', code: CODE, source: 'works' }],
  [`#bind=${CODE}`, { kind: 'bind', operateCode: CODE }],
  ['#failed=cancelled', { kind: 'failed', why: 'cancelled' }],
  ['#failed=<script>', { kind: 'failed', why: 'expired' }],
  ['', { kind: 'failed', why: 'expired' }],
  [`#code=${CODE}`, { kind: 'failed', why: 'expired' }],
  ['#code=../../x&source=works', { kind: 'failed', why: 'expired' }],
  [`#code=${CODE}&source=../x`, { kind: 'failed', why: 'expired' }],
])('the fragment %s brings %o', (fragment, arrival) => {
  expect(arrivalOf(new URLSearchParams(fragment.slice(1)))).toEqual(arrival);
});

test.each([
  ['elsewhere than in a chat app the login page is shown', CHROME, '', '', undefined],
  ['an app begins the provider’s way', WECOM, '', '', { kind: 'start', source: 'wechat_enterprise' }],
  ['each app with its own provider', DINGTALK, '?redirect=%2Forders', '', { kind: 'start', source: 'dingtalk' }],
  [
    'a code goes on',
    WECOM,
    `?oauth2LoginToken=${CODE}&thirdType=wechat_enterprise`,
    '',
    { kind: 'code', code: CODE, source: 'wechat_enterprise' },
  ],
  ['a broken code is over', WECOM, '?oauth2LoginToken=x&thirdType=y', '', { kind: 'failed', why: 'expired' }],
  ['a failure does not begin again', WECOM, '', '#failed=refused', { kind: 'failed', why: 'refused' }],
  ['a stranger binds an account', DINGTALK, '', `#bind=${CODE}`, { kind: 'bind', operateCode: CODE }],
])('%s', (_, userAgent, search, hash, arrival) => {
  expect(chatArrivalOf(new URLSearchParams(search), new URLSearchParams(hash.slice(1)), userAgent)).toEqual(arrival);
});
