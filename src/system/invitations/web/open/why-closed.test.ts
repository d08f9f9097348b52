import { expect, test } from 'vitest';
import { CallError } from '#platform/http/web/call-error.ts';
import { whyClosed } from './why-closed.ts';

const refused = (status: number, problem: string, message: string) =>
  new CallError({ kind: status === 200 ? 'refusal' : 'status', status, code: String(status), problem, message });

test.each([
  ['one that is over', refused(404, 'invitation.unknown', 'Sorry, resource not found!'), 'Over'],
  ['a link that was cut off', refused(400, 'request.malformed', 'Please correct the marked fields'), 'Over'],
  ['a tenant that does not work', refused(200, 'invitation.tenant-frozen', 'Fjord is not open'), 'Fjord is not open'],
  ['no answer', new CallError({ kind: 'network', status: 0, code: 'network', message: 'Unreachable' }), 'Unreachable'],
])('%s is told in its own words', (_, error, words) => {
  expect(whyClosed(error, 'Over')).toBe(words);
});
