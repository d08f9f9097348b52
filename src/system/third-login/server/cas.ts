import { unstorableField } from '#platform/http/rules/unstorable-field.ts';
import { guardedFetch } from '#platform/outbound/server/guarded-fetch.ts';
import { declaresDocumentType, decodeXmlText } from '../rules/cas-text.ts';
import {
  type AdapterServices,
  type LoginProvider,
  ProviderRefusal,
  type ProviderRow,
  ProviderUnavailable,
  type ThirdIdentity,
} from './login-provider.ts';

export type CasAnswer =
  | { readonly user: string; readonly name: string }
  /** The text of the CAS server, for the person who logs in. */
  | { readonly failure: string };

/** CAS 3 (`/p3/serviceValidate`) at the one configured address; tickets work once, the server sees to that. */
export function casProvider(services: AdapterServices, row: ProviderRow): LoginProvider {
  return {
    startUrl: async ({ state, callbackUrl }) => {
      const url = casUrl(row, 'login');
      url.searchParams.set('service', withState(callbackUrl, state));
      return url;
    },
    identify: async ({ state, callbackUrl }, returned): Promise<ThirdIdentity> => {
      const ticket = returned.searchParams.get('ticket');
      if (!ticket) throw new ProviderRefusal('cancelled', 'no ticket');
      const answer = await askCas(services, row, { ticket, service: withState(callbackUrl, state) });
      if ('failure' in answer) throw new ProviderRefusal('refused', answer.failure);
      return casIdentity(row, answer);
    },
  };
}

export function casIdentity(row: ProviderRow, answer: { user: string; name: string }): ThirdIdentity {
  return {
    authority: `cas:${row.address}`,
    subject: answer.user,
    name: answer.name || answer.user,
    accountName: answer.user,
  };
}

/** Asks whose ticket this is. Throws `ProviderUnavailable` for no answer, or one that is not of CAS 3. */
export async function askCas(
  services: AdapterServices,
  row: ProviderRow,
  question: { readonly ticket: string; readonly service: string },
): Promise<CasAnswer> {
  const url = casUrl(row, 'p3/serviceValidate');
  url.searchParams.set('service', question.service);
  url.searchParams.set('ticket', question.ticket);
  try {
    const answer = await guardedFetch(services, url, { headers: { accept: 'application/xml' }, maxBytes: 65_536 });
    const read = await readCasAnswer(await answer.text());
    if (unstorableField(read) !== undefined) throw new Error('a text that cannot be stored');
    return read;
  } catch (error) {
    throw new ProviderUnavailable(`no usable answer from ${url.host}${url.pathname}`, error);
  }
}

/** Reads a service response; throws for anything else. Entities are neither declared nor replaced (security 1). */
export async function readCasAnswer(xml: string): Promise<CasAnswer> {
  if (declaresDocumentType(xml)) throw new Error('A service response has no document type');
  const { XMLParser } = await import('fast-xml-parser');
  const parser = new XMLParser({
    processEntities: false,
    removeNSPrefix: true,
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
  });
  const response = part(parser.parse(xml, true), 'serviceResponse');
  const success = part(response, 'authenticationSuccess');
  if (success !== undefined) {
    const user = textOf(part(success, 'user'));
    if (user === '') throw new Error('A service response without a user');
    const attributes = part(success, 'attributes');
    const name = textOf(part(attributes, 'displayName')) || textOf(part(attributes, 'cn'));
    return { user, name };
  }
  const failure = part(response, 'authenticationFailure');
  if (failure === undefined) throw new Error('Neither success nor failure');
  return { failure: textOf(failure) || textOf(part(failure, '@code')) || 'INVALID_TICKET' };
}

/** One element of the parsed tree; of two with the same name the first. */
function part(tree: unknown, name: string): unknown {
  if (tree === null || typeof tree !== 'object' || !Object.hasOwn(tree, name)) return undefined;
  const found = (tree as Readonly<Record<string, unknown>>)[name];
  return Array.isArray(found) ? found[0] : found;
}

const LONGEST = 200;

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : part(value, '#text');
  return typeof text === 'string' ? decodeXmlText(text.trim()).slice(0, LONGEST) : '';
}

function casUrl(row: ProviderRow, path: string): URL {
  return new URL(path, row.address.endsWith('/') ? row.address : `${row.address}/`);
}

/** The service comes back exactly as it was sent, and CAS knows no state of its own. */
function withState(callbackUrl: string, state: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set('state', state);
  return url.href;
}
