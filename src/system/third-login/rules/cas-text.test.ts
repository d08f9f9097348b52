import fc from 'fast-check';
import { expect, test } from 'vitest';
import { declaresDocumentType, decodeXmlText } from './cas-text.ts';

test.each([
  ['O&apos;Neil &amp; sons', "O'Neil & sons"],
  ['&lt;b&gt;', '<b>'],
  ['&#29579;&#x5c0f;', '王小'],
  ['&amp;lt;', '&lt;'],
  ['&lol;', '&lol;'],
  ['&#0;&#xd800;&#9999999;', '&#0;&#xd800;&#9999999;'],
])('%s reads %s', (text, read) => expect(decodeXmlText(text)).toBe(read));

test('no text grows', () => {
  fc.assert(fc.property(fc.string(), (text) => decodeXmlText(text).length <= text.length));
});

test.each(['<!DOCTYPE a>', '<?xml version="1.0"?>\n<!doctype a [<!ENTITY x "y">]>', '<a><!ENTITY b "c"></a>'])(
  '%s declares something',
  (xml) => expect(declaresDocumentType(xml)).toBe(true),
);
