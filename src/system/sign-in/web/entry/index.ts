// For the program that everybody fetches first: it decides whether the login comes, and brings nothing of it along.
import type { Language } from '#platform/http/contract/envelope.ts';
import { loadLoginTexts } from '../login/texts.ts';

/** The pages before the login and their texts, side by side. */
export async function loadLogin(language: Language) {
  const [{ showLogin }, texts] = await Promise.all([import('../login/index.tsx'), loadLoginTexts(language)]);
  return { showLogin, texts };
}
