import type { IOptions } from 'sanitize-html';
import { ALLOWED_MARKUP } from '../contract/allowed-markup.ts';
import type { RichTextDocument } from '../rules/document.ts';
import { readRichText } from '../rules/read-rich-text.ts';
import { writeRichText } from '../rules/write-rich-text.ts';

const OPTIONS: IOptions = {
  allowedTags: [...ALLOWED_MARKUP.tags],
  allowedAttributes: Object.fromEntries(
    Object.entries(ALLOWED_MARKUP.attributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: [...ALLOWED_MARKUP.schemes],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [...ALLOWED_MARKUP.droppedWhole],
  transformTags: ALLOWED_MARKUP.sameAs,
  parseStyleAttributes: false,
  enforceHtmlBoundary: false,
};

type Sanitize = (html: string, options: IOptions) => string;
let library: Promise<Sanitize> | undefined;

/**
 * What may be kept of HTML from outside. Our reader makes a document of it, in time linear to its length; what it
 * writes is looked at again by `sanitize-html`, which knows nothing of our reader (decision 28). The library is loaded with
 * the first rich text.
 */
export async function sanitizeRichText(html: string): Promise<RichTextDocument> {
  library ??= import('sanitize-html').then((module) => module.default);
  const sanitize = await library;
  return readRichText(sanitize(writeRichText(readRichText(html)), OPTIONS));
}
