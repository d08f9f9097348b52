import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** Answers that this page keeps; another session or tenant is another page, which begins without any. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Whether there is a network is tried, not believed; a change never waits unseen for a better day.
      networkMode: 'always',
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // A refusal does not become an answer by asking again.
      retry: (count, error) => count < 2 && error instanceof CallError && error.status >= 500,
    },
    mutations: { networkMode: 'always' },
  },
});
