import { expect, test } from 'vitest';
import { networkBytes } from './network-bytes.ts';

const HEAD = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
`;

test.each([
  ['no interface', '', { received: 0, sent: 0 }],
  ['the one to itself', '    lo: 900 1 0 0 0 0 0 0 900 1 0 0 0 0 0 0', { received: 0, sent: 0 }],
  [
    'two',
    '  eth0: 1000 5 0 0 0 0 0 0 2000 6 0 0 0 0 0 0\n  eth1:10 1 0 0 0 0 0 0 20 1 0 0 0 0 0 0\n',
    { received: 1_010, sent: 2_020 },
  ],
  ['something else', 'eth0: a b c', { received: 0, sent: 0 }],
])('%s', (_, lines, bytes) => expect(networkBytes(HEAD + lines)).toEqual(bytes));
