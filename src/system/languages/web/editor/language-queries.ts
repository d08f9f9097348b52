import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { languageEndpoints } from '../../contract/endpoints.ts';

export const LANGUAGES_KEY = ['languages'];

export const useLanguageList = () =>
  useQuery({
    queryKey: [...LANGUAGES_KEY, 'progress'],
    queryFn: ({ signal }) => call(languageEndpoints.progress, {}, { signal, notices: 'none' }),
  });

export const usePages = (language: string) =>
  useQuery({
    queryKey: [...LANGUAGES_KEY, 'pages', language],
    queryFn: ({ signal }) => call(languageEndpoints.pageList, { language }, { signal, notices: 'none' }),
    enabled: language !== '',
  });

export const usePageTexts = (language: string, pageKey: string) =>
  useQuery({
    queryKey: [...LANGUAGES_KEY, 'texts', language, pageKey],
    queryFn: ({ signal }) => call(languageEndpoints.pageTexts, { language, pageKey }, { signal, notices: 'none' }),
    enabled: language !== '' && pageKey !== '',
    // what is being written must not be taken away by what comes
    refetchOnWindowFocus: false,
  });
