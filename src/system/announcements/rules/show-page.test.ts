import { expect, test } from 'vitest';
import { showPage } from './show-page.ts';

const plain = { title: 'Stock count', facts: 'Kari', abstract: '', content: '<p>On Monday</p>' };

test('what is plain text stays text, whatever is written in it', () => {
  const attack = '<script>alert(1)</script><img src=x onerror="alert(1)">';
  const html = showPage(
    { ...plain, title: attack, facts: attack, abstract: attack },
    { language: 'en-US', nonce: 'n' },
  );
  expect(html).not.toMatch(/<script|<img/);
  expect(html.match(/&lt;script&gt;/g)).toHaveLength(4);
  expect(html).toContain('<p>On Monday</p>');
});

test('a style with the nonce is all that it brings along', () => {
  const html = showPage(plain, { language: 'zh-CN', nonce: 'abc' });
  expect(html).toContain('<html lang="zh-CN">');
  expect(html).toContain('<style nonce="abc">');
  expect(html).not.toMatch(/ (?:src|style|on\w+)=/);
  expect(html).not.toContain('class="abstract"');
});
