import type * as z from 'zod';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { type SliceTexts, sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import type { ExportCell } from './spreadsheet-bytes.ts';

/** Words in the language of a reader. */
export interface ReaderWords {
  /** A text of the exporting slice. */
  readonly text: SliceTexts;
  /** A name that is known in both languages (decision 37). */
  name(name: string, nameZh: string): string;
}

/** How a file writes values: in its owner's language, on the tenant's clocks. */
export interface CellForm extends ReaderWords {
  /** In CSV `2027-01-05 13:00:00+01:00`, in a workbook a date of its calendar. */
  time(at: Date | null): ExportCell;
  /** Exact decimals of the currency, as a number cell. */
  money(minor: number, currency: Currency): ExportCell;
  number(value: number): ExportCell;
}

export function readerWords(namespace: string, language: Language): ReaderWords {
  return {
    text: sliceTexts(namespace, language),
    name: (name, nameZh) => localName(language, name, nameZh),
  };
}

/** What an export reads from: rows in batches, and how many there will be where that is cheap to know. */
export interface RowSource<Row> {
  readonly total: number | null;
  readonly batches: AsyncIterable<readonly Row[]>;
}

export type FilterWords = { readonly label: string; readonly value: string }[];

/** One kind of file that people can ask for. */
export interface ExportKind<Request extends z.ZodType, Row, Column extends string> {
  /** `orders`. */
  readonly kind: string;
  /** The text that names the file; `export.name` by default. */
  readonly name?: string;
  /** Whose texts name columns (`field.<key>`) and words. */
  readonly namespace: string;
  /** That of the call which starts it; asked again when it runs and when the file is fetched (security 11.4). */
  readonly permission: string;
  /** The filters as they are stored with the job. */
  readonly request: Request;
  readonly columns: Readonly<Record<Column, (row: Row, form: CellForm) => ExportCell>>;
  /** The head of a column that another slice names; without an answer it is `field.<column>`. */
  readonly head?: (column: string, language: Language) => string | undefined;
  /** A list of days: a file must be narrowed by `createdFrom` and `createdTo`. */
  readonly isOfDays?: boolean;
  /** The filters in words, without the range of days; none by default. */
  describe?(db: TenantDb, request: z.output<Request>, words: ReaderWords): Promise<FilterWords>;
  /**
   * Opens the rows in one snapshot, ordered by time and id; `owner` narrows them to what he may see (security 5.3), names
   * are in his language.
   */
  open(
    db: TenantDb,
    request: z.output<Request>,
    owner: Actor,
    language: Language,
    services: Services,
  ): Promise<RowSource<Row>>;
}

/** The same with its types folded away, as the runner sees it. */
export interface ExportDefinition {
  readonly kind: string;
  readonly namespace: string;
  readonly permission: string;
  readonly isOfDays: boolean;
  readonly columns: readonly string[];
  name(language: Language): string;
  head(column: string, language: Language): string;
  describe(db: TenantDb, request: unknown, language: Language): Promise<FilterWords>;
  open(
    db: TenantDb,
    ask: {
      request: unknown;
      columns: readonly string[];
      owner: Actor;
      language: Language;
      form: CellForm;
      services: Services;
    },
  ): Promise<RowSource<readonly ExportCell[]>>;
}

/** A list that people may take along as a file; the slice names it under `exports`, the server checks its texts at start. */
export function defineExport<Request extends z.ZodType, Row, Column extends string>(
  kind: ExportKind<Request, Row, Column>,
): ExportDefinition {
  return {
    kind: kind.kind,
    namespace: kind.namespace,
    permission: kind.permission,
    isOfDays: kind.isOfDays ?? false,
    columns: Object.keys(kind.columns),
    name: (language) => sliceTexts(kind.namespace, language)(kind.name ?? 'export.name'),
    head: (column, language) =>
      kind.head?.(column, language) ?? sliceTexts(kind.namespace, language)(`field.${column}`),
    describe: async (db, request, language) =>
      (await kind.describe?.(db, kind.request.parse(request), readerWords(kind.namespace, language))) ?? [],
    open: async (db, { request, columns, owner, language, form, services }) => {
      const cells = columns.map((column) => kind.columns[column as Column]);
      const source = await kind.open(db, kind.request.parse(request), owner, language, services);
      async function* batches() {
        for await (const rows of source.batches) yield rows.map((row) => cells.map((cell) => cell(row, form)));
      }
      return { total: source.total, batches: batches() };
    },
  };
}
