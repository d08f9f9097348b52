import { useQuery } from '@tanstack/react-query';
import { callEnvelope } from '#platform/http/web/call.ts';
import { LANGUAGE_NAMES } from '#platform/i18n/web/language.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { languageCalls } from '../../contract/calls.ts';

const BUILT_IN = Object.entries(LANGUAGE_NAMES);

/** The languages of the installation that are on, each with its name in its own words; those of the program until it is known. */
export function useLanguages(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['languages', 'on'],
    queryFn: async ({ signal }) => {
      const of = { tenantId: PLATFORM_TENANT, notices: 'none', signal } as const;
      const { result } = await callEnvelope(languageCalls.list, { status: 1, pageNo: 1, pageSize: 100 }, of);
      const { records } = result as { records: readonly { language: string; remark: string }[] };
      return new Map([...BUILT_IN, ...records.map(({ language, remark }) => [language, remark || language] as const)]);
    },
  });
  return data ?? new Map(BUILT_IN);
}
