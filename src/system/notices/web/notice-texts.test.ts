import { expect, test } from 'vitest';
import type { NoticeKind } from '../contract/notice-kind.ts';

type Texts = { notice?: Record<string, { kind?: string; title?: string; text?: string }> };
const modules = import.meta.glob<Record<string, NoticeKind>>('../../../**/contract/notices.ts', { eager: true });
const packs = import.meta.glob<Texts>('../../../**/locales/{en-US,zh-CN,*.en-US,*.zh-CN}.json', {
  eager: true,
  import: 'default',
});
const kinds = Object.entries(modules).flatMap(([path, module]) =>
  Object.values(module).map((kind) => ({ name: kind.name, kind, path })),
);

test.each(kinds)(
  '$name has its texts in both languages, in its slice or in the pack of that slice that its name begins with',
  ({ kind, path }) => {
    const [slice, word] = kind.name.split('.') as [string, string];
    const packOf = (file: string) => packs[path.replace('contract/notices.ts', `locales/${file}.json`)];
    for (const language of ['en-US', 'zh-CN']) {
      // a slice whose texts are those of its kind of record has one pack with its name
      const own = path.includes(`/${slice}/contract/`) ? packOf(language) : undefined;
      const texts = (own?.notice ? own : packOf(`${slice}.${language}`))?.notice?.[word];
      expect(texts, `${language} ${kind.name}`).toEqual({
        ...{ kind: expect.any(String), title: expect.any(String), text: expect.any(String) },
      });
    }
  },
);

test('no two kinds share a name', () => {
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
});
