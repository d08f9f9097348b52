import { expect, test } from 'vitest';
import { wechatData } from './wechat-data.ts';

test.each([
  ['thing1: Oslo\ntime2: 10:30', { thing1: { value: 'Oslo' }, time2: { value: '10:30' } }],
  ['thing1：奥斯陆', { thing1: { value: '奥斯陆' } }],
  ['Come and get it', { first: { value: 'Ready' }, remark: { value: 'Come and get it' } }],
  ['thing1: Oslo\nand more', { first: { value: 'Ready' }, remark: { value: 'thing1: Oslo\nand more' } }],
])('%j', (text, data) => expect(wechatData({ title: 'Ready', text })).toEqual(data));
