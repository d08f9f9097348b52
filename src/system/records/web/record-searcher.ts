import { call } from '#platform/http/web/call.ts';
import { i18n } from '#platform/i18n/web/i18n.ts';
import type { ListKind, RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordFields } from '#platform/records/contract/fields.ts';
import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { recordName } from './record-name.ts';

interface Place {
  readonly icon: string;
  /** Address of the list; a found record opens in its panel. */
  readonly list: string;
  readonly pageOf?: (id: string) => string;
  /** The field that distinguishes records of the same name. */
  readonly hint?: string;
}

/** Finds records of a kind for the command palette, by what its list is searched by. */
export async function recordSearcher<F extends RecordFields, C extends RecordFields>(
  declared: RecordKind<F, C> | ListKind<F, C>,
  { icon, list, pageOf, hint }: Place,
): Promise<RecordSearcher> {
  const kind = declared as unknown as RecordKind;
  await i18n.loadNamespaces(kind.namespace);
  return {
    kind: kind.namespace,
    title: i18n.getFixedT(null, kind.namespace)('kind.title'),
    permission: kind.permission('view'),
    icon,
    async find(text, signal) {
      const page = await call(kind.endpoints.page, { keyword: text, pageSize: 5 }, { signal, notices: 'none' });
      return (page.records as unknown as Readonly<Record<string, unknown>>[]).map((row) => ({
        title: recordName(kind, row),
        ...(hint === undefined ? {} : { hint: String(row[hint] ?? '') }),
        to: pageOf ? pageOf(String(row['id'])) : `${list}?panel=${encodeURIComponent(String(row['id']))}`,
      }));
    },
  };
}
