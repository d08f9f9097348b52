import * as z from 'zod';
import { EXPORT_FORMATS, EXPORT_SEPARATORS, ExportJob } from '#platform/exports/contract/export-job.ts';
import { HistoryPage, HistoryRequest } from '#platform/history/contract/history.ts';
import { type Endpoint, endpoint } from '#platform/http/contract/endpoint.ts';
import {
  AnsweredFile,
  BooleanField,
  ChoiceOf,
  Id,
  Instant,
  IntField,
  pageFields,
  pageOf,
  SortColumn,
  Text,
} from '#platform/http/contract/fields.ts';
import { jsonOfText } from '#platform/http/contract/json-text.ts';
import {
  CheckImportRequest,
  ImportJob,
  type ImportLimits,
  ImportOutcome,
} from '#platform/imports/contract/import-job.ts';
import { type SuperFields, superQueryFields, systemListFields } from '#platform/super-query/contract/super-query.ts';
import type { RecordCalls, RecordVerb } from './calls.ts';
import type { RecordField, RecordFields, RecordTarget, ReferenceField, RowOf } from './fields.ts';

/** What every record has beside its own fields. */
export interface RecordFacts {
  readonly id: string;
  /** Raised by each save; a save says which one it began from. */
  readonly version: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
}

type NamesOf<F extends RecordFields> = {
  readonly [Name in keyof F as F[Name] extends ReferenceField<unknown, boolean>
    ? Name extends `${infer Base}Id`
      ? `${Base}Name`
      : `${Name & string}Name`
    : never]: string | null;
};
type NeededOf<F extends RecordFields> = {
  [Name in keyof F]: F[Name] extends RecordField<unknown, true> ? Name : never;
}[keyof F];

/** A row as it is answered. */
export type FieldsRow<F extends RecordFields> = RecordFacts & RowOf<F> & NamesOf<F>;
export type FieldsAdd<F extends RecordFields> = Pick<RowOf<F>, NeededOf<F>> & Partial<RowOf<F>>;
/** What a save sends: a field that is left out stays as it is. */
export type FieldsEdit<F extends RecordFields> = { readonly id: string; readonly version?: number } & Partial<RowOf<F>>;

export type RecordOf<Kind> = Kind extends RecordKind<infer F, infer C> ? FieldsRow<F> & RowOf<C> : never;
export type AddOf<Kind> = Kind extends RecordKind<infer F, infer _> ? FieldsAdd<F> : never;

/** What a list is asked for; the fields of the kind are its filters. */
export interface RecordQuery {
  readonly [filter: string]: unknown;
  readonly pageNo?: number;
  readonly pageSize?: number;
  readonly column?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly keyword?: string | undefined;
  readonly superQueryParams?: string | undefined;
  readonly superQueryMatchType?: 'and' | 'or' | undefined;
  /** Of a file: these records alone, if they are among those that the filters leave. */
  readonly selections?: readonly string[] | undefined;
}

/** A list, or a text with commas as older clients write it. */
const idList = (list: z.ZodType<string[]>) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value),
    list,
  ) as unknown as z.ZodType<string[], string[] | string>;
const RecordIds = idList(z.array(Id).min(1).max(200));
const SelectedIds = idList(z.array(Id).max(1_000));

export const OneRecordRequest = z.strictObject({ id: Id });
export const ManyRecordsRequest = z.strictObject({ ids: RecordIds });
export const TurnRecordsRequest = z.strictObject({ ids: RecordIds, on: BooleanField });
/** `changeId` takes the removal back. */
export const RemovedRecord = z.strictObject({ id: z.string(), changeId: z.string() });
/** What became of each record: those that were refused say why. */
export const RecordResults = z.strictObject({
  done: z.array(z.strictObject({ id: z.string(), name: z.string(), changeId: z.string().nullable() })),
  failed: z.array(z.strictObject({ id: z.string(), name: z.string(), message: z.string() })),
});
export type RecordResults = z.infer<typeof RecordResults>;
export const RecordOption = z.strictObject({ id: z.string(), name: z.string() });
export const RecordOptionsRequest = z.strictObject({
  keyword: Text(100).optional(),
  pageSize: IntField(1, 200).default(50),
});

export interface RecordPage<Row> {
  records: Row[];
  current: number;
  pages: number;
  size: number;
  total: number;
}

type Call<Request, Response> = Endpoint<z.ZodType<Request, Request>, z.ZodType<Response>>;

export interface RecordEndpoints<F extends RecordFields, C extends RecordFields> {
  readonly page: Call<RecordQuery, RecordPage<FieldsRow<F> & RowOf<C>>>;
  readonly one: Call<{ id: string }, FieldsRow<F> & RowOf<C>>;
  readonly options: Endpoint<typeof RecordOptionsRequest, z.ZodArray<typeof RecordOption>>;
  readonly history: Endpoint<typeof HistoryRequest, typeof HistoryPage>;
  readonly add: Call<FieldsAdd<F>, FieldsRow<F> & RowOf<C>>;
  readonly edit: Call<FieldsEdit<F>, FieldsRow<F> & RowOf<C>>;
  readonly turn: Endpoint<typeof TurnRecordsRequest, typeof RecordResults>;
  readonly remove: Endpoint<typeof OneRecordRequest, typeof RemovedRecord>;
  readonly removeMany: Endpoint<typeof ManyRecordsRequest, typeof RecordResults>;
  readonly export: Call<RecordQuery, ExportJob>;
  readonly importCheck: Endpoint<typeof CheckImportRequest, typeof ImportJob>;
  readonly exportXls: Call<RecordQuery & { readonly paramsStr?: string | undefined }, AnsweredFile>;
  readonly importExcel: Endpoint<typeof CheckImportRequest, typeof ImportOutcome>;
}

/** Rows of a list that nobody changes: neither version nor author. */
type ListRow<F extends RecordFields, C extends RecordFields> = { readonly id: string } & RowOf<F> &
  NamesOf<F> &
  RowOf<C>;

/** A list without changes, such as payments or log lines (`defineList`). */
export type ListKind<F extends RecordFields = RecordFields, C extends RecordFields = RecordFields> = Omit<
  RecordKind<F, C>,
  'endpoints'
> & {
  readonly endpoints: {
    readonly page: Call<RecordQuery, RecordPage<ListRow<F, C>>>;
    readonly one: Call<{ id: string }, ListRow<F, C>>;
    readonly export: Call<RecordQuery, ExportJob>;
  };
};
export type ListedOf<Kind> = Kind extends ListKind<infer F, infer C> ? ListRow<F, C> : never;

interface Declaration<F extends RecordFields, C extends RecordFields> {
  /** `hardwareType`: permissions `hardware-type:view`, audit and live kind. */
  readonly name: string;
  /** Its texts: `locales/<namespace>.<language>.json`; the name in the plural. */
  readonly namespace: string;
  readonly calls: RecordCalls;
  readonly fields: F;
  /** What rows hold beside, such as how many robots stand there; `serveRecords` says how it is known. */
  readonly computed?: C;
  /** The field that people know a record by; the first one unless named. */
  readonly label?: keyof F & string;
  /** The same for Chinese readers; where it is empty they see the other. */
  readonly labelZh?: keyof F & string;
  /** The reference to the record above it: the kind is a tree, and what is removed takes what lies below it along. */
  readonly parent?: keyof F & string;
  /** What the list switches on and off: a flag, or a choice whose first value is on and whose second is off. */
  readonly switch?: keyof F & string;
  /** The problem of a record that is not there, where the kind has one of its own; `record.not-found` unless named. */
  readonly notFound?: string;
  readonly table?: string;
  /** The field that pickers of the older contract store, beside the dictionary of ids: `sys_position,name,code`. */
  readonly value?: keyof F & string;
  /** As duplicate checks and table dictionaries of the older contract name it; the table unless named. */
  readonly olderTable?: string;
  /** Verbs that the kind does not have. */
  readonly without?: readonly RecordVerb[];
  /** Of a list without changes: the field that holds when a row was made. */
  readonly time?: keyof F & string;
}

type RecordAction = 'view' | 'add' | 'edit' | 'delete';

/** The field that is switched, and its two values. */
export interface RecordSwitch {
  readonly field: string;
  readonly on: unknown;
  readonly off: unknown;
}

/** A kind of record: what its routes, forms, lists, files and tests are made from. */
export interface RecordKind<F extends RecordFields = RecordFields, C extends RecordFields = RecordFields>
  extends RecordTarget {
  readonly namespace: string;
  readonly calls: RecordCalls;
  readonly fields: F;
  readonly computed: C;
  readonly labelField: string;
  readonly labelZhField: string | undefined;
  /** The field that a second table dictionary has as its values. */
  readonly valueField: string | undefined;
  readonly parentField: string | undefined;
  /** When a row was made, by which lists are ordered and narrowed: `createdAt`, or a field of a list without changes. */
  readonly timeField: string;
  /** Rows have no version, author and history, and no calls but those that read. */
  readonly isReadOnly: boolean;
  readonly switch: RecordSwitch | undefined;
  readonly notFound: string;
  readonly olderTable: string;
  readonly verbs: readonly RecordVerb[];
  readonly superFields: SuperFields;
  /** Names that the list can be sorted by. */
  readonly sortable: readonly [string, ...string[]];
  /** The filters of its list, as an export keeps them. */
  readonly filters: z.ZodType<RecordQuery>;
  readonly importLimits: ImportLimits;
  /** `supplier:edit`. */
  permission(action: RecordAction): string;
  readonly endpoints: RecordEndpoints<F, C>;
}

const IMPORT_LIMITS: ImportLimits = { bytes: 5_000_000, rows: 5_000 };

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const kebabCase = (name: string): string => snakeCase(name).replaceAll('_', '-');
/** `supplierId` → `supplierName`, `pid` → `pidName`. */
export const nameOfReference = (field: string): string => `${field.replace(/Id$/, '')}Name`;
const entriesOf = (fields: RecordFields): [string, RecordField][] => Object.entries(fields);

const READ_VERBS: ReadonlySet<string> = new Set(['page', 'one', 'export'] satisfies RecordVerb[]);

type ListDeclaration<F extends RecordFields, C extends RecordFields> = Pick<
  Declaration<F, C>,
  'name' | 'namespace' | 'calls' | 'fields' | 'computed' | 'label' | 'table' | 'notFound'
> & { readonly time: keyof F & string };

/**
 * Declares a list of rows that nobody changes through it: its page with filters, order and advanced query, one row, and the file.
 * `serveList` answers the calls and `recordsPage` shows them.
 */
export function defineList<const F extends RecordFields, const C extends RecordFields = Record<never, never>>(
  declaration: ListDeclaration<F, C>,
): ListKind<F, C> {
  return defineRecords<F, C>(declaration) as unknown as ListKind<F, C>;
}

/**
 * Declares a kind of record. Its calls, their schemas and permissions, the filters and conditions of its list follow from the
 * fields; `serveRecords` answers the calls and `recordsPage` shows them.
 */
export function defineRecords<const F extends RecordFields, const C extends RecordFields = Record<never, never>>(
  declaration: Declaration<F, C>,
): RecordKind<F, C> {
  const { name, namespace, calls, fields, without = [] } = declaration;
  const computed = (declaration.computed ?? {}) as C;
  const labelField = declaration.label ?? Object.keys(fields)[0] ?? 'id';
  const table = declaration.table ?? snakeCase(name);
  const label = snakeCase(labelField);
  const labelZh = declaration.labelZh && snakeCase(declaration.labelZh);
  const isSystem = calls.family === 'system';
  const isReadOnly = declaration.time !== undefined;
  const timeField = declaration.time ?? 'createdAt';
  const timeName = isSystem && !isReadOnly ? 'createTime' : timeField;
  const superFields: SuperFields = Object.fromEntries([
    ...entriesOf(fields).flatMap(([field, { asked }]) => (asked ? [[field, asked] as const] : [])),
    [timeName, { kind: 'time' } as const],
  ]);
  const sortable = [
    timeField,
    ...entriesOf({ ...fields, ...computed }).flatMap(([field, { sort }]) =>
      sort && field !== timeField ? [field] : [],
    ),
  ] as unknown as readonly [string, ...string[]];
  const filters = filtersOf(fields, superFields, sortable, isSystem);
  const permission = (action: RecordAction) => `${kebabCase(name)}:${action}`;
  const row = rowSchema({ fields, computed, isSystem, isReadOnly });
  const endpoints = endpointsOf({ namespace, calls, fields, permission, filters, row });
  const isThere = (verb: string) =>
    verb in calls.names &&
    !(without as readonly string[]).includes(verb) &&
    (verb !== 'turn' || declaration.switch) &&
    (!isReadOnly || READ_VERBS.has(verb));
  return {
    name,
    namespace,
    table,
    label,
    ...(labelZh === undefined ? {} : { labelZh }),
    labelField,
    labelZhField: declaration.labelZh,
    valueField: declaration.value,
    parentField: declaration.parent,
    timeField,
    isReadOnly,
    dictionary: `${declaration.olderTable ?? table},${label},id`,
    olderTable: declaration.olderTable ?? table,
    switch: switchOf(fields, declaration.switch),
    notFound: declaration.notFound ?? 'record.not-found',
    calls,
    fields,
    computed,
    superFields,
    sortable,
    filters: z.object({ ...filters, ...selected }) as unknown as z.ZodType<RecordQuery>,
    importLimits: IMPORT_LIMITS,
    verbs: (Object.keys(endpoints) as RecordVerb[]).filter(isThere),
    permission,
    endpoints: Object.fromEntries(
      Object.entries(endpoints).filter(([verb]) => isThere(verb)),
    ) as unknown as RecordEndpoints<F, C>,
  };
}

interface EndpointParts {
  readonly namespace: string;
  readonly calls: RecordCalls;
  readonly fields: RecordFields;
  readonly permission: (action: RecordAction) => string;
  /** Of the list. */
  readonly filters: Record<string, z.ZodType>;
  /** A record as it is answered. */
  readonly row: z.ZodType;
}

/** Every call that a kind of record can have. */
function endpointsOf({ namespace, calls, fields, permission, filters, row }: EndpointParts) {
  const { input, edit } = formSchemas(fields);
  const words = namespace.replaceAll('-', ' ');

  function declare<Request extends z.ZodType, Response extends z.ZodType>(
    verb: RecordVerb,
    action: RecordAction,
    request: Request,
    response: Response,
    summary: string,
    more: Pick<Endpoint, 'upload' | 'answersFile' | 'messageField' | 'refusedField'> = {},
  ): Endpoint<Request, Response> {
    const [method, ...alsoMethods] = calls.methods[verb];
    const effect = action === 'view' && verb !== 'export' ? 'read' : 'change';
    return endpoint({
      method,
      ...(alsoMethods.length > 0 ? { alsoMethods } : {}),
      path: `${calls.base}/${calls.names[verb]}`,
      permission: permission(action),
      request,
      response,
      summary,
      effect,
      ...more,
    }) as Endpoint<Request, Response>;
  }

  return {
    page: declare('page', 'view', z.strictObject(filters), pageOf(row), `List of ${words}`),
    one: declare('one', 'view', OneRecordRequest, row, `One of the ${words}`),
    options: declare('options', 'view', RecordOptionsRequest, z.array(RecordOption), `Choose among ${words}`),
    history: declare('history', 'view', HistoryRequest, HistoryPage, `What staff changed about one of the ${words}`),
    add: declare('add', 'add', input, row, `Add to ${words}`),
    edit: declare('edit', 'edit', edit, row, `Change one of the ${words}`),
    turn: declare('turn', 'edit', TurnRecordsRequest, RecordResults, `Switch ${words} on or off, each with its result`),
    remove: declare('remove', 'delete', OneRecordRequest, RemovedRecord, `Delete one of the ${words}; can be undone`),
    removeMany: declare(
      'removeMany',
      'delete',
      ManyRecordsRequest,
      RecordResults,
      `Delete several of the ${words}, each with its result`,
    ),
    export: declare(
      'export',
      'view',
      z.strictObject({ ...filters, ...selected, ...exportFields }),
      ExportJob,
      `Start to make a file of ${words}`,
    ),
    importCheck: declare(
      'importCheck',
      'add',
      CheckImportRequest,
      ImportJob,
      `Look at a CSV or XLSX file of ${words} row by row; /sys/import/start then adds them`,
      { upload },
    ),
    exportXls: declare(
      'exportXls',
      'view',
      withParamsText({ ...filters, ...selected }),
      AnsweredFile,
      `A workbook of ${words}`,
      { answersFile: 'application/vnd.ms-excel' },
    ),
    importExcel: declare(
      'importExcel',
      'add',
      CheckImportRequest,
      ImportOutcome,
      `Add ${words} from a CSV or XLSX file at once; a file names what is refused`,
      { upload, messageField: 'msg', refusedField: 'errorCount' },
    ),
  };
}

function switchOf(fields: RecordFields, field: string | undefined): RecordSwitch | undefined {
  const declared = field === undefined ? undefined : fields[field];
  if (field === undefined || !declared) return undefined;
  const [on, off] = declared.kind === 'flag' ? [true, false] : (declared.values ?? []);
  return { field, on, off };
}

const upload = { field: 'file', maxBytes: IMPORT_LIMITS.bytes };
const selected = { selections: SelectedIds.optional() };
const exportFields = {
  format: z.enum(EXPORT_FORMATS),
  separator: z.enum(EXPORT_SEPARATORS).optional(),
  columns: z.array(z.string().max(64)).max(100).optional(),
};

/** Filters that may also come as one JSON text, `paramsStr`, as older clients ask for the file of positions (system-api.md 1.6). */
function withParamsText(filters: Record<string, z.ZodType>): z.ZodType {
  // one that could be read is gone by then
  const unread = z
    .string()
    .max(40_000)
    .refine(() => false, { message: 'fault.json' });
  return z.preprocess(
    (asked) => {
      const { paramsStr, ...others } = asked as Record<string, unknown>;
      const written = typeof paramsStr === 'string' ? jsonOfText(paramsStr) : undefined;
      if (typeof written !== 'object' || written === null || Array.isArray(written)) return asked;
      const given = Object.entries(written).filter(([, value]) => value !== null && value !== '');
      const texts = given.map(([name, value]) => [name, typeof value === 'object' ? value : String(value)]);
      return { ...Object.fromEntries(texts), ...others };
    },
    z.strictObject({ ...filters, paramsStr: unread.optional() }),
  );
}

/** Filters of the list: search words, choices, flags and references as such, when it was made; the older operators beside them. */
function filtersOf(
  fields: RecordFields,
  superFields: SuperFields,
  sortable: readonly [string, ...string[]],
  isSystem: boolean,
): Record<string, z.ZodType> {
  const common = { keyword: Text(100).optional(), createdFrom: Instant.optional(), createdTo: Instant.optional() };
  if (isSystem) return { ...systemListFields(superFields, sortable), ...common };
  const own = entriesOf(fields).flatMap(([name, field]) => {
    if (!field.filter) return [];
    if (field.kind === 'reference') return [[name, Id.optional()] as const];
    if (field.kind === 'flag') return [[name, ChoiceOf(['true', 'false']).optional()] as const];
    if (field.kind === 'text') return [[name, Text(100).optional()] as const];
    return field.values ? [[name, ChoiceOf(field.values).optional()] as const] : [];
  });
  return {
    ...pageFields,
    ...superQueryFields,
    column: SortColumn(sortable),
    ...common,
    ...Object.fromEntries(own),
  };
}

interface RowParts {
  readonly fields: RecordFields;
  readonly computed: RecordFields;
  readonly isSystem: boolean;
  readonly isReadOnly: boolean;
}

function rowSchema({ fields, computed, isSystem, isReadOnly }: RowParts): z.ZodType {
  const own = entriesOf(fields).flatMap(([name, field]): [string, z.ZodType][] => {
    if (field.kind === 'reference')
      return [
        [name, field.output],
        [nameOfReference(name), z.string().nullable()],
      ];
    if (!isSystem || field.kind !== 'choice') return [[name, field.output]];
    // the older contract has codes as texts, with their words beside them
    return [
      [name, z.string().nullable()],
      [`${name}_dictText`, z.string()],
    ];
  });
  const known = {
    id: z.string(),
    ...Object.fromEntries(own),
    ...Object.fromEntries(entriesOf(computed).map(([name, { output }]) => [name, output])),
  };
  if (isReadOnly) return z.strictObject(known);
  return z.strictObject({
    ...known,
    version: z.int(),
    createdAt: Instant,
    createdBy: z.string(),
    updatedAt: Instant.nullable(),
    updatedBy: z.string().nullable(),
    ...(isSystem ? { createTime: z.string(), updateTime: z.string().nullable() } : {}),
  });
}

function formSchemas(fields: RecordFields): { input: z.ZodType; edit: z.ZodType } {
  const every = entriesOf(fields).filter(([, { generated }]) => !generated);
  const input = z.strictObject(
    Object.fromEntries(every.map(([name, field]) => [name, field.required ? field.input : field.input.optional()])),
  );
  const edit = z.strictObject({
    id: Id,
    version: IntField(1).optional(),
    ...Object.fromEntries(every.map(([name, field]) => [name, field.input.optional()])),
  });
  return { input, edit };
}
