import { expect, test } from 'vitest';
import { loginAddress } from './login-address.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140';
const WECOM = 'Mozilla/5.0 (iPhone) Mobile wxwork/4.1.0';
const page = { pathname: '/orders/list', search: '?view=open', hash: '', userAgent: CHROME, thirdLogin: true };

test.each([
  ['a page is returned to, with its filters', {}, '/user/login?redirect=%2Forders%2Flist%3Fview%3Dopen'],
  ['and to a place within it', { search: '', hash: '#history' }, '/user/login?redirect=%2Forders%2Flist%23history'],
  ['the start page is where one lands anyway', { pathname: '/', search: '' }, '/user/login'],
  ['the login page does not lead to itself', { pathname: '/user/login', search: '' }, '/user/login'],
  ['nor do the other pages before the login', { pathname: '/user/register', search: '' }, '/user/login'],
  ['a path that only begins alike is a page', { pathname: '/users', search: '' }, '/user/login?redirect=%2Fusers'],
  ['a chat app logs its user in', { userAgent: WECOM, search: '' }, '/oauth2-app/login?redirect=%2Forders%2Flist'],
  [
    'a chat app without a provider asks for the password',
    { userAgent: WECOM, search: '', thirdLogin: false },
    '/user/login?redirect=%2Forders%2Flist',
  ],
  [
    'the chat apps’ page does not lead to itself',
    { pathname: '/oauth2-app/login', userAgent: WECOM },
    '/oauth2-app/login',
  ],
])('%s', (_, change, address) => {
  expect(loginAddress({ ...page, ...change })).toBe(address);
});
