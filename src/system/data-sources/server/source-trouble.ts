import { OutboundError } from '#platform/outbound/server/outbound-error.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import type { SourceTrouble } from '../contract/endpoints.ts';

const WORDS_MAX = 300;

/** A read took longer than it may: the connection was closed. */
export class SourceTimeout extends Error {}

const BY_CODE: Readonly<Record<string, SourceTrouble>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ECONNRESET: 'refused',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  // PostgreSQL
  '28P01': 'wrong-password',
  '28000': 'wrong-password',
  '3D000': 'no-database',
  '57014': 'timeout',
  '53300': 'busy',
  // MySQL and MariaDB
  ER_ACCESS_DENIED_ERROR: 'wrong-password',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'wrong-password',
  ER_BAD_DB_ERROR: 'no-database',
  ER_DBACCESS_DENIED_ERROR: 'no-database',
  ER_CON_COUNT_ERROR: 'busy',
  ER_QUERY_TIMEOUT: 'timeout',
  ER_STATEMENT_TIMEOUT: 'timeout',
  HANDSHAKE_NO_SSL_SUPPORT: 'tls-failed',
  HANDSHAKE_SSL_ERROR: 'tls-failed',
};

const FIELD: Partial<Record<SourceTrouble, string>> = {
  'unknown-host': 'dbUrl',
  'not-public': 'dbUrl',
  refused: 'dbUrl',
  'tls-failed': 'dbUrl',
  'no-database': 'dbUrl',
  'wrong-password': 'dbPassword',
};

/** What a database answered, in words for the administrator; what is no answer of it is thrown on. */
export function troubleOf(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const trouble = whichOf(error);
  const code = `data-source.${trouble}`;
  const field = FIELD[trouble];
  const params = { said: wordsOf(error) };
  return new Problem(code, params, field === undefined ? {} : { faults: [{ path: field, code, params }] });
}

function whichOf(error: Error & { code?: string }): SourceTrouble {
  if (error instanceof SourceTimeout) return 'timeout';
  if (error instanceof OutboundError) return error.reason === 'not-public' ? 'not-public' : 'unknown-host';
  const known = BY_CODE[error.code ?? ''];
  if (known) return known;
  if (/timeout/i.test(error.message) && !/^\w{5}$/.test(error.code ?? '')) return 'timeout';
  if (/SSL|TLS|certificate/i.test(`${error.message} ${error.code ?? ''}`)) return 'tls-failed';
  return 'failed';
}

const wordsOf = (error: Error): string => error.message.replace(/\s+/g, ' ').slice(0, WORDS_MAX);
