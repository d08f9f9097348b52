import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Services } from '#platform/context/server/services.ts';
import { BACKEND_BASE } from '#platform/http/contract/bases.ts';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import { languageOf } from '#platform/http/server/language.ts';
import { rawRoute } from '#platform/http/server/route.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { CASE_PAGE } from '../contract/addresses.ts';
import { LONGEST_WORDS } from '../contract/cases.ts';
import { openCaseEndpoints } from '../contract/endpoints.ts';
import { type CasePage, casePageHtml } from '../rules/case-page-html.ts';
import { machineOf } from './known-machine.ts';

const FILES: Readonly<Record<string, string>> = { 'case.js': 'text/javascript', 'case.css': 'text/css' };
const FOLDER = '/case/files/';
const read = new Map<string, string>();

/** Our own script and style, calls to ourselves, and the picture that the customer has just chosen. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Permissions-Policy': 'geolocation=(), microphone=(), payment=()',
};

const Asked = z.object({ language: z.enum(LANGUAGES).optional() });

export const casePageRoutes = [
  rawRoute({
    method: 'GET',
    path: CASE_PAGE,
    openBecause: 'customers have no account; the page holds the name of the machine and nothing else',
    summary: 'The page of a machine for customers: ask about an order, and see what became of it',
    query: Asked,
    answers: { type: 'text/html', orStatus: 404 },
    counted: true,
    reachedFromOtherSites: true,
    handle: showPage,
  }),
  rawRoute({
    method: 'GET',
    path: `${FOLDER}:name`,
    openBecause: 'script and style of the page for customers',
    summary: 'Script and style of the page for customers',
    answers: { type: 'text/javascript' },
    handle: async (_services, request, reply) => {
      const { name } = request.params as { name: string };
      const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
      if (type === undefined) return reply.callNotFound();
      const text = read.get(name) ?? readFileSync(join(import.meta.dirname, 'page', name), 'utf8');
      read.set(name, text);
      return reply
        .headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' })
        .type(`${type}; charset=utf-8`)
        .send(text);
    },
  }),
];

async function showPage(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { device } = request.params as { device: string };
  const language: Language = Asked.safeParse(request.query).data?.language ?? languageOf(request.headers);
  const page = await pageOf(services, device, language);
  return reply
    .code(page.machine ? 200 : 404)
    .headers({ ...HEADERS, 'Cache-Control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(casePageHtml(page));
}

async function pageOf(services: Services, device: string, language: Language): Promise<CasePage> {
  const t = sliceTexts('case-words', language);
  const found = await machineOf({ services }, device).catch((error) => {
    if (error instanceof Problem && error.code === 'case.machine-unknown') return undefined;
    throw error;
  });
  const { prove, ask, state } = openCaseEndpoints;
  const calls = { prove: prove.path, ask: ask.path, state: state.path };
  return {
    ...{ language, t, device, folder: FOLDER, mostWords: LONGEST_WORDS },
    calls: Object.fromEntries(Object.entries(calls).map(([name, path]) => [name, BACKEND_BASE + path])),
    machine: found && {
      name: found.machine.name,
      spotName: language === 'zh-CN' ? found.machine.spotNameZh : found.machine.spotName,
    },
  };
}
