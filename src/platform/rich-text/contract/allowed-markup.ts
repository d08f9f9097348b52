/**
 * What rich text may hold, declared once: the editor's schema, the reader, and the server's sanitizer are made from it
 * (security 13.4, system-api.md 7 row 25). Everything else is taken away; the words in it stay.
 */
export const ALLOWED_MARKUP = {
  /** Blocks and marks as they are written, with their attributes. */
  tags: ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'br', 'strong', 'em', 'u', 'a'],
  attributes: { a: ['href'], ol: ['start'] },
  /** The page has the first level for itself. */
  headingLevels: [2, 3, 4],
  /** Other spellings of the same. */
  sameAs: { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em', cite: 'em', ins: 'u', menu: 'ul', dir: 'ul' },
  /** Elements that go with all that stands in them. */
  droppedWhole: [
    'script',
    'style',
    'title',
    'textarea',
    'option',
    'noscript',
    'noembed',
    'noframes',
    'xmp',
    'plaintext',
    'iframe',
    'object',
    'embed',
    'applet',
    'svg',
    'math',
    'template',
    'audio',
    'video',
    'canvas',
    'select',
  ],
  /** Schemes of links; an address without one is none. */
  schemes: ['https', 'mailto', 'tel'],
  /** Lists and quotes within one another. */
  depth: 6,
} as const;

export type HeadingLevel = (typeof ALLOWED_MARKUP.headingLevels)[number];
