import { Extension, Mark } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { ALLOWED_MARKUP } from '#platform/rich-text/contract/allowed-markup.ts';
import { linkAddress } from '#platform/rich-text/rules/link-address.ts';
import { clearFormatting, indent, outdent } from './editor-tools.ts';

/** A link is its checked address; the editor's own kind of link would bring a finder of addresses and more attributes. */
const Link = Mark.create({
  name: 'link',
  priority: 1_000,
  inclusive: false,
  addAttributes: () => ({ href: { default: '' } }),
  // of the editor's own elements, which it reads again after each change by the browser
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => linkAddress(element.getAttribute('href') ?? '') !== undefined && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', { href: linkAddress(String(HTMLAttributes['href'])) ?? '' }, 0],
});

/** Keys that the editor's parts do not bring along; `openLink` and `leave` belong to the toolbar. */
const keys = (openLink: () => void, leave: () => void) =>
  Extension.create({
    name: 'keys',
    addKeyboardShortcuts() {
      const did = (act: () => unknown) => () => {
        act();
        return true;
      };
      return {
        'Mod-k': did(openLink),
        'Mod-\\': did(() => clearFormatting(this.editor)),
        'Mod-]': did(() => indent(this.editor)),
        'Mod-[': did(() => outdent(this.editor)),
        'Alt-F10': did(leave),
      };
    },
  });

/** The editor's schema: `ALLOWED_MARKUP` and nothing else. */
export function extensionsFor(openLink: () => void, leave: () => void) {
  return [
    StarterKit.configure({
      heading: { levels: [...ALLOWED_MARKUP.headingLevels] },
      link: false,
      code: false,
      codeBlock: false,
      strike: false,
      horizontalRule: false,
      trailingNode: false,
    }),
    Link,
    keys(openLink, leave),
  ];
}
