import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { type JobWork, scheduledJobEndpoints } from '../contract/endpoints.ts';

const NONE: readonly JobWork[] = [];

/** The work that can be scheduled, in the reader's language; empty until it is known. */
export function useWorks(): readonly JobWork[] {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['scheduled-jobs', 'works', language],
    queryFn: ({ signal }) => call(scheduledJobEndpoints.works, {}, { signal, notices: 'none' }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? NONE;
}
