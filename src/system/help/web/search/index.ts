import { currentLanguage } from '#platform/i18n/web/language.ts';
import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { findInHelp } from '../../rules/find-in-help.ts';
import { loadDocuments } from '../documents.ts';

const MOST = 3;

/** Help articles by their words, each once. */
export const helpSearcher: RecordSearcher = {
  kind: 'help',
  permission: null,
  icon: 'help',
  async find(text) {
    const hits = findInHelp(await loadDocuments(currentLanguage()), text);
    const articles = new Map(hits.toReversed().map((hit) => [hit.key, hit]));
    return hits
      .filter((hit) => articles.get(hit.key) === hit)
      .slice(0, MOST)
      .map(({ key, title, heading }) => ({ title, hint: heading, to: `/help/${key}` }));
  },
};
