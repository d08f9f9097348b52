import { expect, test } from 'vitest';
import { readRichText } from '#platform/rich-text/rules/read-rich-text.ts';
import { writeRichText } from '#platform/rich-text/rules/write-rich-text.ts';
import { fromEditor, toEditor } from './editor-document.ts';

test.each([
  ['marks', '<p>a <strong>b<em>c</em></strong><u>d</u><br>e</p>'],
  ['links', '<p><a href="https://a.example/?b=1&amp;c=2">x <strong>y</strong></a> <a href="tel:+4722000000">z</a></p>'],
  ['headings', '<h2>a</h2><h3>b</h3><p>c</p><p></p><h4>d</h4>'],
  ['lists', '<ol start="3"><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ol>'],
  ['quotes', '<blockquote><p>a</p><ul><li><p>b</p></li></ul></blockquote>'],
  ['nothing', ''],
])('%s go through the editor unchanged', (_, html) => {
  expect(writeRichText(fromEditor(toEditor(readRichText(html))))).toBe(html);
});

test('what an editor should not hold is not taken from it', () => {
  const link = { type: 'link', attrs: { href: 'javascript:alert(1)', target: '_top' } };
  const document = fromEditor({
    type: 'doc',
    content: [
      { type: 'codeBlock', content: [{ type: 'text', text: 'x' }] },
      { type: 'heading', attrs: { level: 9 }, content: [{ type: 'text', text: 'a' }] },
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'b', marks: [link, { type: 'strike' }] }, { type: 'image' }],
      },
    ],
  });
  expect(writeRichText(document)).toBe('<h2>a</h2><p>b</p>');
});
