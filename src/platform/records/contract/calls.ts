import type { HttpMethod } from '#platform/http/contract/endpoint.ts';

export const RECORD_VERBS = [
  'page',
  'one',
  'options',
  'history',
  'add',
  'edit',
  'turn',
  'remove',
  'removeMany',
  'export',
  'importCheck',
  'exportXls',
  'importExcel',
] as const;
export type RecordVerb = (typeof RECORD_VERBS)[number];

/**
 * How a family of calls of the specification writes its addresses and verbs. Whatever comes first, both families take the other
 * verb too: reads GET and POST, changes POST and PUT, removals POST and DELETE (settled 3).
 */
export interface RecordCalls {
  readonly family: 'domain' | 'system';
  readonly base: string;
  /** Last parts of the addresses; a verb without a name does not exist in the family. */
  readonly names: Readonly<Partial<Record<RecordVerb, string>>>;
  readonly methods: Readonly<Record<RecordVerb, readonly [HttpMethod, ...HttpMethod[]]>>;
}

const READ = ['POST', 'GET'] as const;
const GET = ['GET', 'POST'] as const;
const CHANGE = ['POST', 'PUT'] as const;
const REMOVE = ['POST', 'DELETE'] as const;
const SEND = ['POST'] as const;

const DOMAIN_NAMES: RecordCalls['names'] = {
  page: 'page',
  one: 'one',
  options: 'enum',
  history: 'history',
  add: 'add',
  edit: 'edit',
  turn: 'updateStatus',
  remove: 'delete',
  removeMany: 'deleteBatch',
  export: 'export',
  importCheck: 'importCheck',
};
const DOMAIN_METHODS: RecordCalls['methods'] = {
  page: READ,
  one: READ,
  options: READ,
  history: READ,
  add: CHANGE,
  edit: CHANGE,
  turn: CHANGE,
  remove: REMOVE,
  removeMany: REMOVE,
  export: SEND,
  importCheck: SEND,
  exportXls: ['GET', 'POST'],
  importExcel: SEND,
};

interface CallOptions {
  /** Clients of before ask for lists and records by GET: it is named first. */
  readonly readsByGet?: boolean;
}

/** Calls below the back-end base, as domain.md 7 writes them: `/provider/api/page`. */
export function domainCalls(
  base: string,
  names: RecordCalls['names'] = {},
  { readsByGet = false }: CallOptions = {},
): RecordCalls {
  const reads = readsByGet ? { page: GET, one: GET, options: GET, history: GET } : {};
  return { family: 'domain', base, names: { ...DOMAIN_NAMES, ...names }, methods: { ...DOMAIN_METHODS, ...reads } };
}

const SYSTEM_NAMES: RecordCalls['names'] = {
  ...DOMAIN_NAMES,
  page: 'list',
  one: 'queryById',
  options: 'options',
  // files that are answered at once, beside the export and import of our own pages (system-api.md 1.6)
  exportXls: 'exportXls',
  importExcel: 'importExcel',
};

/** Calls of the administration, as system-api.md 5 writes them: `/sys/position/list`, rows with older times and dictionary words. */
export function systemCalls(base: string, names: RecordCalls['names'] = {}): RecordCalls {
  return {
    family: 'system',
    base,
    names: { ...SYSTEM_NAMES, ...names },
    methods: {
      ...DOMAIN_METHODS,
      page: GET,
      one: GET,
      options: GET,
      edit: ['PUT', 'POST'],
      remove: ['DELETE', 'POST'],
      removeMany: ['DELETE', 'POST'],
    },
  };
}
