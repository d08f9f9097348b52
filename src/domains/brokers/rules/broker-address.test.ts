import { expect, test } from 'vitest';
import { readBrokerAddress } from './broker-address.ts';

test.each([
  ['mqtt://mq.example.com', { host: 'mq.example.com', port: 1883, tls: false }],
  ['mqtts://MQ.example.com', { host: 'mq.example.com', port: 8883, tls: true }],
  ['mqtts://mq.example.com:9000/', { host: 'mq.example.com', port: 9000, tls: true }],
  ['mqtt://user:secret@mq.example.com', undefined],
  ['http://mq.example.com', undefined],
  ['mqtt://mq.example.com/path', undefined],
  ['mqtt://mq.example.com?x=1', undefined],
  ['mqtt://', undefined],
  ['mqtt://mq.example.com:70000', undefined],
  ['mqtts://[2001:db8::1]:8884', { host: '[2001:db8::1]', port: 8884, tls: true }],
  ['mq.example.com:1883', undefined],
])('%s', (text, address) => {
  expect(readBrokerAddress(text)).toEqual(address);
});
