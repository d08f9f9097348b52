import type { Language } from '#platform/http/contract/envelope.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceText } from '#platform/i18n/server/slice-texts.ts';
import type { RecordField } from '#platform/records/contract/fields.ts';
import { fieldsWithActs } from '#platform/records/contract/record-names.ts';
import { declaredCatalogue } from '#system/menu/server/index.ts';
import type { ObjectKind } from '../contract/endpoints.ts';
import { actKey, callKey } from '../rules/act-words.ts';

/** What logs say in words: made from what the slices declare. */
export interface LogWords {
  /** What a right is called, such as "Edit suppliers". */
  action(action: string, language: Language): string;
  /** What a call does: in words of its own, or what its right is called. */
  call(action: string, route: string, language: Language): string;
  /** Calls whose own words hold these. */
  callsWith(words: string, language: Language): string[];
  /** Actions whose title holds the words. */
  actionsWith(words: string, language: Language): string[];
  kind(kind: string, language: Language): string;
  field(kind: string, field: string, language: Language): string;
  /** What kind of value it holds, where its record is declared. */
  declared(kind: string, field: string): RecordField | undefined;
  kinds(language: Language): ObjectKind[];
  /** Where a record is looked at; null where it has no page. */
  addressOf(kind: string, id: string): string | null;
}

const OWN = 'log-words';
/** Kinds that logs name and that no kind of changeable records declares, to choose from. */
const OTHER_KINDS = `
  access-request alarm alarmUser archive audit-chain broker-move close-difference command command-batch copyRun couponCode
  customerLending daily-close data-source-password denial department-permission export file fleet-change import invitation
  language list-preference log-download login-provider login-provider-secret maintenance message-password messageChannel
  messageDelivery online order page_language payment-key permission point powerBankNotice push pushRun refill-run rental robot
  robotTemperature saved-view session storage-key tenant tenant-settings webhook-secret
`
  .trim()
  .split(/\s+/);
/** Detail pages of records that have no list by declaration. */
const PAGES: Readonly<Record<string, string>> = { order: '/orders/detail/' };

export function logWords(slices: readonly ServerSlice[]): LogWords {
  const catalogue = declaredCatalogue(slices);
  const kinds = new Map(slices.flatMap((slice) => slice.kinds ?? []).map((kind) => [kind.name, kind]));
  const lists = new Map(
    slices
      .flatMap((slice) => slice.menu ?? [])
      .flatMap((entry) => ('page' in entry && entry.kind ? [[entry.kind.name, entry.path] as const] : [])),
  );
  const title = (action: string, language: Language): string => {
    const [en, zh] = catalogue.titleOf(action);
    const named = language === 'zh-CN' ? zh : en;
    return named === action ? (sliceText('data-log', language, `action.${actKey(action)}`) ?? action) : named;
  };
  // a right names a kind in words with hyphens
  const declaredKind = (kind: string) =>
    kinds.get(kind) ?? kinds.get(kind.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()));
  const kindName = (kind: string, language: Language): string => {
    const declared = declaredKind(kind);
    const own = sliceText(OWN, language, `object.${kind}`);
    return (declared && sliceText(declared.namespace, language, 'kind.one')) ?? own ?? kind;
  };
  const ownWords = (route: string, language: Language) =>
    sliceText('operation-log', language, `call.${callKey(route)}`);
  const paths = slices.flatMap((slice) => (slice.routes ?? []).map(({ endpoint }) => endpoint.path));
  const holds = (text: string, words: string): boolean => text.toLowerCase().includes(words.toLowerCase());
  return {
    action: title,
    call: (action, route, language) => ownWords(route, language) ?? title(action, language),
    callsWith: (words, language) => paths.filter((path) => holds(ownWords(path, language) ?? '', words)),
    actionsWith: (words, language) => catalogue.actions.filter((action) => holds(title(action, language), words)),
    kind: kindName,
    field: (kind, field, language) => {
      const namespace = declaredKind(kind)?.namespace;
      const declared = namespace && sliceText(namespace, language, `field.${field}`);
      return declared ?? sliceText(OWN, language, `field.${field}`) ?? field;
    },
    declared: (name, field) => {
      const kind = declaredKind(name);
      return kind && fieldsWithActs(kind)[field];
    },
    kinds: (language) =>
      [...new Set([...[...kinds.values()].flatMap(({ name, isReadOnly }) => (isReadOnly ? [] : name)), ...OTHER_KINDS])]
        .map((kind) => ({ kind, name: kindName(kind, language) }))
        .sort((one, other) => one.name.localeCompare(other.name, language)),
    addressOf: (kind, id) => {
      if (id === '') return null;
      const page = PAGES[kind];
      if (page) return `${page}${encodeURIComponent(id)}`;
      const list = lists.get(declaredKind(kind)?.name ?? kind);
      return list === undefined ? null : `${list}?panel=${encodeURIComponent(id)}`;
    },
  };
}
